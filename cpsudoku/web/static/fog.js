// Fog over the cells of a game: it lifts around every right digit that is entered, once the puzzle's solution is known.

import { Asker } from "./api.js";
import { textOf } from "./sheet.js";
import { emit, on, state } from "./state.js";

const asker = new Asker();
let known = null;   // {text, grid}: the solution of the puzzle that is played; grid is null where it is not unique

export function build() {
  on("sheet", follow);
  on("mode", follow);
}

/** The cells under fog: none in other modes than play. */
export function fogged(sheet) {
  if (state.mode !== "play" || !sheet.beside.fog) return new Set();
  const hidden = new Set(sheet.clues.keys());
  const seen = new Set(sheet.beside.fog.map((name) => cellOf(sheet, name)));
  const grid = known?.text === textOf(sheet) ? known.grid : null;
  sheet.entries.forEach((digit, cell) => {
    if (digit !== null && digit === grid?.[cell]) around(sheet, cell).forEach((other) => seen.add(other));
  });
  seen.forEach((cell) => hidden.delete(cell));
  return hidden;
}

const cellOf = (sheet, name) => {
  const [, row, column] = name.match(/r(\d+)c(\d+)/);
  return (row - 1) * sheet.columns + (column - 1);
};

function around(sheet, cell) {
  const row = Math.floor(cell / sheet.columns), column = cell % sheet.columns, found = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(sheet.rows - 1, row + 1); r += 1) {
    for (let c = Math.max(0, column - 1); c <= Math.min(sheet.columns - 1, column + 1); c += 1) found.push(r * sheet.columns + c);
  }
  return found;
}

async function follow() {
  const { sheet } = state;
  if (sheet === null || state.mode !== "play" || !sheet.beside.fog) return;
  const text = textOf(sheet);
  if (known?.text === text) return;
  const answer = await asker.ask("judge", { puzzle: text }).catch(() => null);
  if (answer === null) return;
  known = { text, grid: answer.verdict === "unique" ? answer.grid : null };
  emit("redraw");
}
