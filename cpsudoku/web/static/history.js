// Undo and redo over sheets that are never changed.

const MOST = 2000;

export class History {
  #past = [];
  #future = [];

  constructor(sheet) {
    this.now = sheet;
  }

  /** Take a step to another sheet. */
  push(sheet) {
    this.#past.push(this.now);
    if (this.#past.length > MOST) this.#past.shift();
    this.#future = [];
    this.now = sheet;
  }

  /** The sheets before and after this one, for a store; `take` puts them back. */
  kept(most) {
    return { past: this.#past.slice(-most), future: this.#future.slice(-most) };
  }

  take({ past, future }) {
    this.#past = past;
    this.#future = future;
  }

  undo() {
    return this.#go(this.#past, this.#future);
  }

  redo() {
    return this.#go(this.#future, this.#past);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  #go(from, to) {
    if (!from.length) return false;
    to.push(this.now);
    this.now = from.pop();
    return true;
  }
}
