// The keyboard: on the board moving and entering; elsewhere the shortcuts of a mode.

import { $ } from "./dom.js";
import { enterDigit, erase } from "./entering.js";
import { moveBy } from "./pointing.js";
import { digitOfKey } from "./sheet.js";
import { emit, state } from "./state.js";

const ENTRIES = { z: "digit", x: "corner", c: "centre", v: "colour", b: "pen" };
const LATIN = { Digit0: "0", Digit1: "1", Digit2: "2", Digit3: "3", Digit4: "4", Digit5: "5", Digit6: "6", Digit7: "7",
  Digit8: "8", Digit9: "9" };

export function listen() {
  $("board").addEventListener("keydown", onBoard);
  document.addEventListener("keydown", onPage);
}

/** The key as a digit, whatever Shift makes of it. */
const keyOf = (event) => LATIN[event.code] ?? event.key;

function onBoard(event) {
  if (state.sheet === null || state.mode === "analyse" || event.altKey) return;
  if (moveBy(event) || act(event)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function act(event) {
  const { key } = event, control = event.ctrlKey || event.metaKey;
  const digit = digitOfKey(state.sheet, keyOf(event));
  if (key === "Enter") emit("traced");
  else if (key === "Backspace" && state.mode === "set" && state.rule !== null) emit("typed", "");
  else if (["Backspace", "Delete"].includes(key)) erase();
  else if (state.mode === "set" && state.rule !== null && !control && /^\d$/.test(keyOf(event))) emit("typed", keyOf(event));
  else if (digit !== null && (!control || /^\d$/.test(keyOf(event)))) enterDigit(digit, entryFor(event, control));
  else if (!control && ENTRIES[key.toLowerCase()] && state.mode === "play") state.set("entry", ENTRIES[key.toLowerCase()]);
  else return false;
  return true;
}

/** Shift makes corner marks, Ctrl centre marks, both colours. */
function entryFor(event, control) {
  if (event.shiftKey && control) return "colour";
  if (event.shiftKey && /^\d$/.test(keyOf(event))) return "corner";
  return control ? "centre" : state.entry;
}

function onPage(event) {
  const control = event.ctrlKey || event.metaKey;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if (key === "?") $("keys-dialog").showModal();
  else if (control && key === "z") event.shiftKey ? state.redo() : state.undo();
  else if (control && key === "y") state.redo();
  else if (!control && !event.altKey) {
    if (!emitShortcut(event) && !onward(event)) return;
  } else return;
  event.preventDefault();
}

/** Keys for the board work wherever the focus is, but for those that a button or a list of tabs takes itself. */
function onward(event) {
  if (state.sheet === null || state.mode === "analyse" || document.querySelector("dialog[open]")) return false;
  if (["Enter", " ", "Tab"].includes(event.key) || event.target.closest("[role=tablist], summary")) return false;
  return (event.key.startsWith("Arrow") && moveBy(event)) || act(event);
}

/** Shortcuts belong to modes: they say so by calling `taken`. */
function emitShortcut(event) {
  let taken = false;
  emit("shortcut", { event, taken: () => { taken = true; } });
  return taken;
}

const typing = (node) => ["INPUT", "TEXTAREA", "SELECT"].includes(node.tagName);
