// The pen of play mode: strokes between the middles of neighbouring cells, crosses on their common side, rings in cells.

import { svg } from "./dom.js";
import { state } from "./state.js";

/** Draw what is not there, take away what is. */
function toggle(name) {
  const { sheet } = state;
  state.change({ ...sheet, pen: sheet.pen.includes(name) ? sheet.pen.filter((one) => one !== name) : [...sheet.pen, name] });
}

/** A drag went from a cell to another one. */
export function stroke(from, to) {
  const { columns } = state.sheet;
  const down = Math.abs(Math.floor(from / columns) - Math.floor(to / columns)), across = Math.abs((from % columns) - (to % columns));
  if (Math.max(down, across) === 1) toggle(`line ${Math.min(from, to)} ${Math.max(from, to)}`);
}

/** A tap at a place of the board, in cells: near a side a cross there, else a ring in the cell. */
export function tap(row, column) {
  const { sheet } = state, cell = Math.floor(row) * sheet.columns + Math.floor(column);
  const [down, right] = [(row % 1) - 0.5, (column % 1) - 0.5];
  const step = Math.abs(down) > Math.abs(right) ? Math.sign(down) * sheet.columns : Math.sign(right);
  const far = Math.max(Math.abs(down), Math.abs(right));
  const other = cell + step;
  const beside = other >= 0 && other < sheet.clues.length && (Math.abs(step) > 1 || Math.floor(other / sheet.columns) === Math.floor(cell / sheet.columns));
  if (far > 0.3 && beside) toggle(`cross ${Math.min(cell, other)} ${Math.max(cell, other)}`);
  else toggle(`ring ${cell} ${cell}`);
}

/** The pen's drawings as nodes of the ink. */
export function drawn(sheet, place) {
  const middle = (cell) => [
    place.left + ((cell % sheet.columns) + 0.5) * place.step, place.top + (Math.floor(cell / sheet.columns) + 0.5) * place.step,
  ];
  return sheet.pen.map((name) => {
    const [what, ...cells] = name.split(" ");
    const [[x1, y1], [x2, y2]] = cells.map((cell) => middle(Number(cell)));
    if (what === "line") return svg("line", { class: "pen", x1, y1, x2, y2 });
    const [x, y, r] = [(x1 + x2) / 2, (y1 + y2) / 2, place.step * 0.12];
    if (what === "ring") return svg("circle", { class: "pen", cx: x, cy: y, r: place.step * 0.36 });
    return svg("path", { class: "pen", d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` });
  });
}
