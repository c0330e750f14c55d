// Drives a checkout of Interactive Sudoku Solver for benchmarks/variants.py, which starts it as a warm process:
//
//     node benchmarks/interactive_solver.mjs CHECKOUT
//
// One JSON request a line on stdin, {"text": an ISS string, "do": "unique" | "candidates", "seconds": 6}; one answer a
// line on stdout. Reading the string is outside the time; building the handlers, their optimisation and the search are
// inside. CPU time is the process's own (user and system), collector and compiler threads included.

import { resolve, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createInterface } from 'node:readline';

const checkout = process.argv[2];
const load = (name) => import(pathToFileURL(resolve(join(checkout, 'js', name))).href);

// The solver is written for a browser's worker: it wants `self`, a version parameter, and logs to the console.
globalThis.self = globalThis;
globalThis.VERSION_PARAM = '';
globalThis.location = { search: '' };
console.log = console.error;

const { SudokuParser } = await load('sudoku_parser.js');
const { SudokuBuilder } = await load('solver/sudoku_builder.js');

class TooLong extends Error {}

const CHECK_EVERY = 10; // a power of two of its steps

const spent = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

function answered({ text, do: what, seconds }) {
  const constraint = SudokuParser.parseText(text);
  const begun = process.cpuUsage();
  let sample = null;
  try {
    const solver = SudokuBuilder.build(constraint);
    const geometry = solver.geometry();
    solver.setProgressCallback((extra) => {
      if (extra?.solutions?.length) sample ??= Array.from(extra.solutions[0]).slice(0, geometry.numGridCells);
      if (spent(begun) > 1000 * seconds) throw new TooLong();
    }, CHECK_EVERY);
    if (what === 'unique') {
      const solutions = solver.countSolutions(2);
      return { ms: spent(begun), solutions, sample };
    }
    const counts = solver.solveAllPossibilities(1);
    const ms = spent(begun);
    const values = geometry.numValues;
    const candidates = [];
    for (let cell = 0; cell < geometry.numGridCells; cell++) {
      const digits = [];
      for (let k = 0; k < values; k++) if (counts[cell * values + k]) digits.push(k + 1 + geometry.valueOffset);
      candidates.push(digits);
    }
    return { ms, candidates };
  } catch (error) {
    if (error instanceof TooLong) return { ms: spent(begun), limit: true };
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = answered(JSON.parse(line));
  } catch (error) {
    answer = { error: String(error?.message ?? error).split('\n')[0] };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
