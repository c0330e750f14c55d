/* work_sharing.py for compiled loops. */
#ifndef CPSUDOKU_WORK_SHARING_H
#define CPSUDOKU_WORK_SHARING_H

#include "polling.h" /* Python.h, windows.h */

#ifdef _WIN32
#define CPS_YIELD() SwitchToThread()
#else
#include <sched.h>
#define CPS_YIELD() sched_yield()
#endif

#ifdef _MSC_VER
#include <intrin.h>
static int cps_exchanged(unsigned int *at, unsigned int before, unsigned int after) {
    return _InterlockedCompareExchange((volatile long *)at, (long)after, (long)before) == (long)before;
}
static unsigned int cps_swapped(unsigned int *at, unsigned int value) {
    return (unsigned int)_InterlockedExchange((volatile long *)at, (long)value);
}
static unsigned int cps_seen(unsigned int *at) {
    return (unsigned int)_InterlockedCompareExchange((volatile long *)at, 0, 0);
}
static void cps_shown(unsigned int *at, unsigned int value) { _InterlockedExchange((volatile long *)at, (long)value); }
#else
static int cps_exchanged(unsigned int *at, unsigned int before, unsigned int after) {
    return __atomic_compare_exchange_n(at, &before, after, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
static unsigned int cps_swapped(unsigned int *at, unsigned int value) {
    return __atomic_exchange_n(at, value, __ATOMIC_ACQ_REL);
}
static unsigned int cps_seen(unsigned int *at) { return __atomic_load_n(at, __ATOMIC_ACQUIRE); }
static void cps_shown(unsigned int *at, unsigned int value) { __atomic_store_n(at, value, __ATOMIC_RELEASE); }
#endif

static int cps_take(unsigned int *marks, int at, unsigned int turn) {
    unsigned int before = cps_seen(marks + at);
    return before >> 1 != turn && cps_exchanged(marks + at, before, turn << 1);
}

/* Some tens of cycles. */
static void cps_pause(void) {
#if defined(__x86_64__) || defined(_M_X64) || defined(__i386__)
#ifdef _MSC_VER
    _mm_pause();
#else
    __builtin_ia32_pause();
#endif
#elif defined(__aarch64__) && !defined(_MSC_VER)
    __asm__ __volatile__("isb");
#endif
}

/* The first rounds spin: most waits end within a microsecond. */
static void cps_wait(int rounds) {
    if (rounds < 200) {
        cps_pause();
    } else {
        CPS_YIELD();
    }
}

static void *cps_lock(void) { return PyThread_allocate_lock(); }
static void cps_free_lock(void *lock) {
    if (lock) PyThread_free_lock(lock);
}
static void cps_acquire(void *lock) { PyThread_acquire_lock(lock, WAIT_LOCK); }
static void cps_release(void *lock) { PyThread_release_lock(lock); }

#endif
