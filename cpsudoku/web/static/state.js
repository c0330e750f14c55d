// What the page holds, and who wants to know when it changes. Events: sheet, selection, mode, tool, rule, settings.

import { History } from "./history.js";

const listeners = new Map();

/** Call `then` whenever the event happens. */
export function on(event, then) {
  listeners.set(event, [...(listeners.get(event) ?? []), then]);
}

/** The event has happened. */
export function emit(event, detail) {
  for (const then of listeners.get(event) ?? []) then(detail);
}

class State {
  #history = new History(null);
  mode = "play";
  /** Cells in the order in which they were chosen, and the one with the focus. */
  path = [];
  focus = 0;
  /** What a digit does in play: "digit", "corner", "centre", "colour"; "pen": the pointer draws. */
  entry = "digit";
  /** The kind of rule that is drawn in set mode, or null for clues. */
  tool = null;
  /** The number of the rule in hand in set mode, or null. */
  rule = null;
  settings = { timer: true, conflicts: true, auto: false };

  get sheet() {
    return this.#history.now;
  }

  /** Whether cells are chosen as a path for a tool. */
  get tracing() {
    return this.mode === "set" && this.tool !== null;
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  /** Open another puzzle: the steps before it are gone, but for the `steps` of a store. */
  open(sheet, steps = null) {
    this.#history = new History(sheet);
    if (steps !== null) this.#history.take(steps);
    this.path = [];
    this.focus = 0;
    emit("sheet", { opened: true });
    emit("selection");
  }

  /** One step that can be undone. */
  change(sheet) {
    if (sheet === this.sheet) return;
    this.#history.push(sheet);
    this.#settle();
  }

  steps(most) {
    return this.#history.kept(most);
  }

  undo() {
    if (this.#history.undo()) this.#settle();
  }

  redo() {
    if (this.#history.redo()) this.#settle();
  }

  select(path, focus = path.at(-1) ?? this.focus) {
    this.path = path;
    this.focus = focus;
    emit("selection");
  }

  set(key, value) {
    this[key] = value;
    emit(key);
  }

  #settle() {
    const size = this.sheet.clues.length;
    if (this.focus >= size || this.path.some((cell) => cell >= size)) this.select([], 0);
    emit("sheet", {});
  }
}

export const state = new State();
