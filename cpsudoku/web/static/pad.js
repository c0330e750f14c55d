// The number pad: what is entered, digits or colours, undo.

import { $, el } from "./dom.js";
import { enterColour, enterDigit, erase } from "./entering.js";
import { COLOUR_NAMES } from "./marks.js";
import { digitsOf, symbol } from "./sheet.js";
import { on, state } from "./state.js";

const ENTRIES = [["digit", "Digit", "Z"], ["corner", "Corner", "X"], ["centre", "Centre", "C"], ["colour", "Colour", "V"],
  ["pen", "Pen", "B"]];

export function build() {
  $("entries").replaceChildren(...ENTRIES.map(([entry, word, key]) => el("button", {
    type: "button", class: "entry", "data-entry": entry, title: `${word} (${key})`,
    onclick: () => state.set("entry", entry),
  }, word)));
  $("undo").addEventListener("click", () => state.undo());
  $("redo").addEventListener("click", () => state.redo());
  $("erase").addEventListener("click", erase);
  for (const event of ["sheet", "entry", "mode", "rule"]) on(event, show);
}

function show() {
  if (state.sheet === null) return;
  for (const button of $("entries").children) {
    button.setAttribute("aria-pressed", button.dataset.entry === state.entry);
  }
  $("undo").disabled = !state.canUndo;
  $("redo").disabled = !state.canRedo;
  const colours = state.mode === "play" && state.entry === "colour";
  $("pad").classList.toggle("wide", state.sheet.high - state.sheet.low > 9);
  $("pad").replaceChildren(...(colours ? swatches() : digits()));
}

function digits() {
  const { sheet } = state, count = new Map();
  for (const digit of digitsOf(sheet)) count.set(digit, (count.get(digit) ?? 0) + 1);
  const wanted = Math.max(sheet.rows, sheet.columns);
  const made = [];
  const rule = state.mode === "set" && state.rule !== null;   // digits are those of its number
  for (let digit = rule ? 0 : sheet.low; digit <= (rule ? 9 : sheet.high); digit += 1) {
    const done = state.mode === "play" && (count.get(digit) ?? 0) >= wanted;
    made.push(el("button", {
      type: "button", "data-digit": digit, class: done ? "done" : "", onclick: () => enterDigit(digit),
    }, rule ? String(digit) : symbol(sheet, digit)));
  }
  return made;
}

function swatches() {
  return COLOUR_NAMES.map((name, colour) => el("button", {
    type: "button", class: `swatch swatch-${colour}`, "data-digit": colour + 1, "aria-label": name, title: name,
    onclick: () => enterColour(colour),
  }));
}
