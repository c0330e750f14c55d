/* polling.py for compiled loops: the clock and the signals. */
#ifndef CPSUDOKU_POLLING_H
#define CPSUDOKU_POLLING_H

#include <Python.h>

#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
#undef near /* windows.h still defines these words of 16-bit Windows; fields of kernels have these names */
#undef far
static double cps_now(void) {
    LARGE_INTEGER ticks, rate;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&rate);
    return (double)ticks.QuadPart / (double)rate.QuadPart;
}
#else
#include <time.h>
static double cps_now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}
#endif

#ifdef _MSC_VER
#define CPS_OF_THREAD static __declspec(thread)
#else
#define CPS_OF_THREAD static __thread
#endif

/* Signal polling interval in seconds: each poll acquires the GIL, which other threads may hold. */
#define CPS_BETWEEN_SIGNALS 0.05

CPS_OF_THREAD double cps_next_signals = 0;

/* Runs Python's signal handlers; where one raises, the exception stays set and the result is 2. */
static int cps_look(double *stop) {
    double now = cps_now();
    if (stop[0] > 0 && now >= stop[0]) {
        stop[1] = 1;
    } else if (now >= cps_next_signals) {
        PyGILState_STATE held = PyGILState_Ensure();
        int raised = PyErr_CheckSignals();
        PyGILState_Release(held);
        cps_next_signals = cps_now() + CPS_BETWEEN_SIGNALS;
        if (raised) stop[1] = 2;
    }
    return (int)stop[1];
}

#endif
