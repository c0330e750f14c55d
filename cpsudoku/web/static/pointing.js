// Choosing cells with pointer and keys. In play and for clues a set; with a tool a path, which can be walked back.

import { $ } from "./dom.js";
import { cellAt, focusCell, placeAt } from "./board.js";
import * as pen from "./pen.js";
import { digitsOf } from "./sheet.js";
import { emit, state } from "./state.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
let dragged = null;   // the last point of a drag, with what the drag does: "add" or "remove"

export function listen() {
  const host = $("board");
  host.addEventListener("pointerdown", begin);
  host.addEventListener("pointermove", go);
  host.addEventListener("pointerup", end);
  host.addEventListener("dblclick", selectAlike);
  host.addEventListener("pointercancel", () => { dragged = null; });
}

function begin(event) {
  const cell = cellAt(event.clientX, event.clientY);
  if (cell === null || event.button > 0) return;
  if ($("board").classList.contains("pictured")) {
    if (state.mode !== "analyse") emit("picture away");
    return;
  }
  event.preventDefault();
  if (state.mode === "play" && state.entry === "pen") {
    dragged = { x: event.clientX, y: event.clientY, pen: cell, moved: false };
    $("board").setPointerCapture(event.pointerId);
    return;
  }
  const more = event.ctrlKey || event.metaKey || event.shiftKey;
  const remove = more && state.path.includes(cell);
  dragged = { x: event.clientX, y: event.clientY, remove };
  $("board").setPointerCapture(event.pointerId);
  if (remove) state.select(state.path.filter((other) => other !== cell), cell);
  else state.select(more ? [...state.path, cell] : [cell], cell);
  focusCell(cell);
}

/** Take every cell between the last point and this one, so that a quick drag leaves none out. */
function go(event) {
  if (dragged === null) return;
  const parts = Math.max(1, Math.ceil(Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) / 6));
  for (let part = 1; part <= parts; part += 1) {
    const x = dragged.x + ((event.clientX - dragged.x) * part) / parts;
    const y = dragged.y + ((event.clientY - dragged.y) * part) / parts;
    const cell = cellAt(x, y, true);
    if (dragged.pen !== undefined) {
      if (cell !== null && cell !== dragged.pen) {
        pen.stroke(dragged.pen, cell);
        dragged = { ...dragged, pen: cell, moved: true };
      }
    } else if (cell !== null && cell !== state.path.at(-1)) take(cell, dragged.remove);
  }
  dragged = { ...dragged, x: event.clientX, y: event.clientY };
}

function take(cell, remove) {
  if (remove) {
    if (state.path.includes(cell)) state.select(state.path.filter((other) => other !== cell), cell);
  } else if (state.tracing && cell === state.path.at(-2)) {
    state.select(state.path.slice(0, -1), cell);
  } else if (!state.path.includes(cell)) {
    state.select([...state.path, cell], cell);
  }
}

function end() {
  if (dragged === null) return;
  const { pen: cell, moved, x, y } = dragged;
  dragged = null;
  if (cell !== undefined) {
    if (!moved) pen.tap(...placeAt(x, y));
    return;
  }
  if (state.path.length) emit("traced");
}

/** A double click on a digit chooses all of them. */
function selectAlike(event) {
  const cell = cellAt(event.clientX, event.clientY);
  if (cell === null || state.mode === "analyse" || state.tracing || state.entry === "pen") return;
  const digits = digitsOf(state.sheet);
  if (digits[cell] === null) return;
  state.select([...digits.keys()].filter((other) => digits[other] === digits[cell]), cell);
}

/** Move by a key; true where the key was one of these. */
export function moveBy(event) {
  const { sheet, focus, path } = state;
  const row = Math.floor(focus / sheet.columns), column = focus % sheet.columns;
  let to = null;
  if (STEPS[event.key]) {
    const [down, right] = STEPS[event.key];
    to = [(row + down + sheet.rows) % sheet.rows, (column + right + sheet.columns) % sheet.columns];
  } else if (event.key === "Home") to = [event.ctrlKey ? 0 : row, 0];
  else if (event.key === "End") to = [event.ctrlKey ? sheet.rows - 1 : row, sheet.columns - 1];
  else if (event.key === "PageUp") to = [0, column];
  else if (event.key === "PageDown") to = [sheet.rows - 1, column];
  if (to !== null) {
    const cell = to[0] * sheet.columns + to[1];
    const alone = event.ctrlKey || event.metaKey;
    if (event.shiftKey) extend(cell);
    else state.select(state.tracing || alone ? path : [cell], cell);
    focusCell(cell);
    return true;
  }
  if (event.key === " ") {
    state.select(path.includes(focus) ? path.filter((cell) => cell !== focus) : [...path, focus], focus);
    return true;
  }
  if (event.key === "Escape" && path.length) {
    state.select([], focus);
    return true;
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") {
    state.select(sheet.clues.map((_, cell) => cell), focus);
    return true;
  }
  return false;
}

function extend(cell) {
  const begun = state.path.includes(state.focus) ? state.path : [...state.path, state.focus];
  if (cell === begun.at(-2) && state.tracing) state.select(begun.slice(0, -1), cell);
  else state.select(begun.includes(cell) ? begun : [...begun, cell], cell);
}
