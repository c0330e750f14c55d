// Questions to the server: one address a job, JSON both ways.

/** A question that was not answered; `message` says why. */
export class Refused extends Error {}

/** The answer to a job. Throws Refused; an aborted question throws the signal's AbortError. */
export async function ask(job, body, signal) {
  let response;
  try {
    response = await fetch(`/api/${job}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("the server does not answer; is cpsudoku serve still running?");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.message ?? `the server answered with status ${response.status}`);
  return answer;
}

/** Asks one question at a time: a new one aborts the one before, so the server drops its work. */
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
