// Questions to the backend, which is a server or a worker of this page.

import { send } from "./backend.js";

/** A question that was not answered; `message` says why. */
export class Refused extends Error {}

const running = new Set();   // an AbortController for each question without an answer yet
const listeners = [];

/** Call `then` with the number of questions without an answer, whenever it changes. */
export const onWork = (then) => listeners.push(then);

const changed = () => listeners.forEach((then) => then(running.size));

/** Every question without an answer is refused, and the backend drops its work. */
export function stopAll() {
  for (const controller of running) controller.abort(new Refused("Stopped."));
}

/** The answer to a job. Throws Refused; an aborted question throws the signal's AbortError. */
export async function ask(job, body, signal) {
  const mine = new AbortController();
  signal?.addEventListener("abort", () => mine.abort(signal.reason));
  running.add(mine);
  changed();
  try {
    const answer = await send(job, body, mine.signal);
    if (answer.verdict === "refused") throw new Refused(answer.message);
    return answer;
  } catch (error) {
    throw mine.signal.aborted ? mine.signal.reason : error;
  } finally {
    running.delete(mine);
    changed();
  }
}

/** Asks one question at a time: a new one aborts the one before, so the backend drops its work. */
export class Asker {
  #running = null;

  /** The answer, or null where a later question (or `cancel`) overtook this one. */
  async ask(job, body) {
    this.cancel();
    const mine = new AbortController();
    this.#running = mine;
    try {
      const answer = await ask(job, body, mine.signal);
      return this.#running === mine ? answer : null;
    } catch (error) {
      if (error.name === "AbortError" || this.#running !== mine) return null;
      throw error;
    } finally {
      if (this.#running === mine) this.#running = null;
    }
  }

  cancel() {
    this.#running?.abort();
    this.#running = null;
  }
}
