// The board: the server's drawing of grid and rules below, digits and marks in ink above, and on top a grid of
// invisible cells that have names, the focus and the pointer.

import { $, el, picture, svg } from "./dom.js";
import { cellInk, cellName } from "./marks.js";
import { drawn as drawings } from "./drawings.js";
import { drawn as penned } from "./pen.js";
import { clashes, rulesByCell, withLayer } from "./sheet.js";

const host = $("board");
let drawn = null;     // the ground that is shown
let place = null;     // where cells lie: left, top, step, rows, columns
let cells = [];       // the elements of the grid
let ink = null;       // layers of the drawing above the ground
let rules = [];       // rule words by cell
let ruled = null;     // the constraints these words are of

/** Show a sheet. `shown`: {path, focus, candidates, marked, wrong, mode}. */
export function show(sheet, shown) {
  if (drawn !== sheet.ground) lay(sheet);
  if (ruled !== sheet.constraints) {
    rules = rulesByCell(sheet);
    ruled = sheet.constraints;
  }
  const wrong = new Set([...(shown.wrong ?? []), ...(shown.conflicts ? clashes(sheet) : [])]);
  const fog = shown.fog ?? new Set();
  ink.colours.replaceChildren();
  ink.digits.replaceChildren();
  ink.drawings.replaceChildren(...drawings(sheet, place));
  ink.pen.replaceChildren(...penned(sheet, place));
  ink.fog.replaceChildren(...[...fog].map((cell) => square(cell, "fogged")));
  cells.forEach((node, cell) => {
    const hidden = fog.has(cell) && sheet.clues[cell] !== null;
    const made = cellInk(sheet, cell, place, { wrong: wrong.has(cell), candidates: shown.candidates?.[cell] });
    ink.colours.append(...made.below);
    if (!hidden) ink.digits.append(...made.above);
    const name = cellName(hidden ? withLayer(sheet, "clues", [cell], () => null) : sheet, cell, fog.has(cell) ? [] : rules[cell], wrong.has(cell));
    node.setAttribute("aria-label", fog.has(cell) ? `${name}, fog` : name);
  });
  choose(shown);
}

/** Show which cells are chosen, which one has the focus, and what a hint or a rule points at. */
export function choose({ path, focus, marked = [], involved = [], tracing = false }) {
  const chosen = new Set(path);
  cells.forEach((node, cell) => {
    node.setAttribute("aria-selected", chosen.has(cell));
    node.tabIndex = cell === focus ? 0 : -1;
  });
  ink.chosen.replaceChildren(
    ...marked.map((cell) => square(cell, "pointed")),
    ...involved.map((cell) => square(cell, "involved")),
    ...path.map((cell) => square(cell, "chosen")),
    svg("path", { class: "chosen-edge", d: edges(chosen) }),
    ...(tracing && path.length > 1 ? [svg("polyline", { class: "trace", points: path.map(middle).join(" ") })] : []),
  );
}

/** A picture of the server in place of the game; null shows the game again. */
export function showPicture(text) {
  host.classList.toggle("pictured", text !== null);
  host.querySelector(".picture")?.remove();
  if (text === null) return;
  const node = picture(text);
  node.classList.add("picture");
  host.append(node);
}

/** Give a cell the focus. */
export const focusCell = (cell) => cells[cell]?.focus({ preventScroll: false });
export const hasFocus = () => host.contains(document.activeElement);

/** A point of the window in cells: [row, column] as real numbers. */
export function placeAt(x, y) {
  const box = host.querySelector(".cells").getBoundingClientRect();
  return [((y - box.top) / box.height) * place.rows, ((x - box.left) / box.width) * place.columns];
}

/** The cell at a point of the window, or null; with `near`, only where the point is well inside. */
export function cellAt(x, y, near = false) {
  const [row, column] = placeAt(x, y);
  if (row < 0 || column < 0 || row >= place.rows || column >= place.columns) return null;
  if (near && Math.hypot((column % 1) - 0.5, (row % 1) - 0.5) > 0.42) return null;
  return Math.floor(row) * place.columns + Math.floor(column);
}

/** Lay another board: its ground, empty layers, and a grid of cells. */
function lay(sheet) {
  const ground = picture(sheet.ground);
  ground.removeAttribute("role");
  ground.setAttribute("aria-hidden", "true");
  ground.querySelectorAll("title, desc").forEach((node) => node.remove());
  const paper = ground.querySelector("rect.paper");
  const number = (name) => Number(paper.getAttribute(name));
  const [width, height] = ground.getAttribute("viewBox").split(" ").slice(2).map(Number);
  place = {
    left: number("x"), top: number("y"), step: number("width") / sheet.columns,
    rows: sheet.rows, columns: sheet.columns,
  };
  ink = {};
  for (const name of ["drawings", "fog", "colours", "chosen", "digits", "pen"]) ink[name] = svg("g", { class: name });
  const above = svg("svg", { class: "ink", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    Object.values(ink));
  const focused = hasFocus();
  const grid = gridOf(sheet);
  Object.assign(grid.style, {
    left: `${(place.left / width) * 100}%`, top: `${(place.top / height) * 100}%`,
    width: `${(number("width") / width) * 100}%`, height: `${(number("height") / height) * 100}%`,
  });
  host.style.setProperty("--shape", width / height);
  host.replaceChildren(ground, above, grid);
  if (focused) focusCell(0);
  drawn = sheet.ground;
}

function gridOf(sheet) {
  cells = [];
  const rows = Array.from({ length: sheet.rows }, (_, row) => {
    const inRow = Array.from({ length: sheet.columns }, (_, column) => {
      const node = el("div", { role: "gridcell", tabindex: "-1", "aria-colindex": column + 1 });
      node.dataset.cell = row * sheet.columns + column;
      cells.push(node);
      return node;
    });
    return el("div", { role: "row", "aria-rowindex": row + 1 }, inRow);
  });
  return el("div", {
    class: "cells", role: "grid", "aria-multiselectable": "true", "aria-label": `Sudoku ${sheet.board}`,
    "aria-rowcount": sheet.rows, "aria-colcount": sheet.columns, "aria-describedby": "keys",
  }, rows);
}

const corner = (cell) => [
  place.left + (cell % place.columns) * place.step, place.top + Math.floor(cell / place.columns) * place.step,
];
const middle = (cell) => corner(cell).map((value) => value + place.step / 2).join(",");

function square(cell, role) {
  const [x, y] = corner(cell);
  return svg("rect", { class: role, x, y, width: place.step, height: place.step });
}

/** The outline of a set of cells, a little inside them. */
function edges(chosen) {
  const { step, columns } = place;
  const inset = step * 0.035;
  let path = "";
  for (const cell of chosen) {
    const [x, y] = corner(cell), column = cell % columns;
    const left = column > 0 && chosen.has(cell - 1), right = column < columns - 1 && chosen.has(cell + 1);
    const up = chosen.has(cell - columns), down = chosen.has(cell + columns);
    const [west, east] = [left ? x : x + inset, right ? x + step : x + step - inset];
    const [north, south] = [up ? y : y + inset, down ? y + step : y + step - inset];
    if (!up) path += `M${west} ${y + inset}H${east}`;
    if (!down) path += `M${west} ${y + step - inset}H${east}`;
    if (!left) path += `M${x + inset} ${north}V${south}`;
    if (!right) path += `M${x + step - inset} ${north}V${south}`;
  }
  return path;
}
