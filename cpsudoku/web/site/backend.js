// The backend of the page without a server: a worker of this page that runs the same jobs, one after the other.

import { el } from "./dom.js";

/** Milliseconds in which an abandoned job may still end; to begin anew costs more than most jobs. */
const GRACE = 500;
/** Seconds that a job may take. */
const SECONDS = 60;
/** Milliseconds between two requests of `stayAwake`. */
const AWAKE = 10;
/** Beginnings in a row that fail before the page gives up. */
const MOST_FAILURES = 2;

const notice = el("p", { id: "engine-said", role: "status" });
const queue = [];      // questions that have not been sent: {job, body, resolve, reject}
let worker = null, ready = false, failures = 0;
let broken = "";      // why the engine cannot be started
let current = null;      // the question that the worker is at
let over = null;       // the clock that ends it

/** The record that answers a job, also where it is refused. Aborted, it throws the reason. */
export function send(job, body, signal) {
  return new Promise((resolve, reject) => {
    if (broken) throw new Error(broken);
    const question = { job, body, resolve, reject };
    signal.addEventListener("abort", () => drop(question, signal.reason), { once: true });
    queue.push(question);
    next();
  });
}

function drop(question, reason) {
  question.reject(reason);
  if (question === current) end(GRACE, "");
  else if (queue.includes(question)) queue.splice(queue.indexOf(question), 1);
}

/** End the worker with its job in so many milliseconds, unless the job ends before. */
function end(milliseconds, why) {
  clearTimeout(over);
  over = setTimeout(() => restart(why), milliseconds);
}

function next() {
  if (!ready || current !== null || queue.length === 0) return;
  current = queue.shift();
  end(1000 * SECONDS, `stopped after ${SECONDS} seconds`);
  worker.postMessage({ job: current.job, body: current.body, seconds: SECONDS });
}

function restart(why) {
  worker.terminate();
  settled()?.reject(new Error(why));
  start();
}

/** The question that the worker was at; it is at none now. */
function settled() {
  const question = current;
  clearTimeout(over);
  current = null;
  return question;
}

function start() {
  ready = false;
  worker = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => receive[data.what](data);
  worker.onerror = (event) => receive.failed({ why: event.message || "the worker cannot be loaded" });
}

const receive = {
  loading: ({ loaded, total }) => say(`Loading the engine: ${megabytes(loaded)} of ${megabytes(total)} MB`),
  starting: () => say("Starting the engine …"),
  ready() {
    ready = true;
    failures = 0;
    say("");
    next();
    keepOffline();
  },
  answer({ answer }) {
    settled().resolve(answer);
    next();
  },
  /** The engine cannot be loaded, or has failed at a job. */
  failed({ why }) {
    failures += ready ? 0 : 1;
    if (failures <= MOST_FAILURES) {
      restart(`the engine failed: ${why}`);
      return;
    }
    broken = `the engine cannot be started: ${why}`;
    say(broken);
    for (const question of queue.splice(0)) question.reject(new Error(broken));
  },
};

/** Browsers that print a page by a virtual clock (headless Chromium) wait for its requests, but not for its workers.
    Until the first questions are answered, the page asks again and again for a small file that it has. */
async function stayAwake() {
  do {
    await fetch(new URL("site.json", import.meta.url), { cache: "force-cache" });
    await new Promise((then) => setTimeout(then, AWAKE));
  } while (!broken && !(ready && current === null && queue.length === 0));
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function say(words) {
  notice.textContent = words;
  notice.hidden = words === "";
}

/** A service worker that answers from what has been loaded; without one, as over plain HTTP, the page works online. */
function keepOffline() {
  navigator.serviceWorker?.register(new URL("service-worker.js", import.meta.url)).catch(() => null);
}

document.querySelector("header").after(notice);
start();
stayAwake().catch(() => null);
