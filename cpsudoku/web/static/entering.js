// What a digit, a colour or Delete does to the chosen cells, in play and in set mode.

import { emit, state } from "./state.js";
import { COLOURS, bit, entered, withLayer } from "./sheet.js";

/** The cells meant: those chosen, else the one with the focus. */
const meant = () => (state.path.length ? state.path : [state.focus]);

/** Enter a digit; `as` is an entry of `state.entry`, by default the one chosen. */
export function enterDigit(digit, as = state.entry) {
  if (state.mode === "set" && state.rule !== null) emit("typed", String(digit));
  else if (state.mode === "set") setClue(digit);
  else if (state.mode === "play") play(digit, as);
}

function play(digit, as) {
  if (as === "pen") return;
  if (as === "colour") {
    enterColour((digit - state.sheet.low) % COLOURS);
    return;
  }
  const open = meant().filter((cell) => state.sheet.clues[cell] === null);
  if (as === "digit") {
    if (!open.length) return;
    const all = open.every((cell) => state.sheet.entries[cell] === digit);
    state.change(entered(state.sheet, open, all ? null : digit));
    return;
  }
  toggle(as, open.filter((cell) => state.sheet.entries[cell] === null), bit(state.sheet, digit));
}

/** Give the cells a colour, or take it where all have it. */
export function enterColour(colour) {
  toggle("colours", meant(), 1 << colour);
}

/** Empty the cells: the digit first, then marks, then colours. */
export function erase() {
  const { sheet } = state, cells = meant();
  if (state.mode === "set" && state.rule !== null) {
    emit("rule unwanted");
    return;
  }
  if (state.mode === "set") setClue(null);
  if (state.mode !== "play") return;
  const held = (name, cell) => (name === "entries" ? sheet.entries[cell] !== null : sheet[name][cell] !== 0);
  const layer = ["entries", "centre", "corner", "colours"].find((name) =>
    cells.some((cell) => (name === "colours" || sheet.clues[cell] === null) && held(name, cell)));
  if (!layer) return;
  const open = layer === "colours" ? cells : cells.filter((cell) => sheet.clues[cell] === null);
  state.change(withLayer(sheet, layer, open, () => (layer === "entries" ? null : 0)));
}

function setClue(digit) {
  const { sheet } = state, cells = meant();
  const all = cells.every((cell) => sheet.clues[cell] === digit);
  state.change(withLayer(sheet, "clues", cells, () => (all ? null : digit)));
}

function toggle(layer, cells, mask) {
  if (!cells.length) return;
  const { sheet } = state;
  const all = cells.every((cell) => sheet[layer][cell] & mask);
  state.change(withLayer(sheet, layer, cells, (old) => (all ? old & ~mask : old | mask)));
}
