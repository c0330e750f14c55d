// The engine in a worker: Pyodide with the wheels of this site, then one job after the other.

import { loadPyodide } from "./engine/pyodide.mjs";

const home = new URL(".", import.meta.url);

/** The bytes of every file that the engine needs, from the cache of this site or the network. */
async function load() {
  const site = await (await fetch(new URL("site.json", home))).json();
  const files = site.files.filter((file) => file.engine);
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  let loaded = 0;
  const advance = (bytes) => {
    loaded += bytes;
    self.postMessage({ what: "loading", loaded, total });
  };
  // plain HTTP has no cache but the browser's own
  const cache = await self.caches?.open(`cpsudoku ${home.pathname} ${site.version}`).catch(() => undefined);
  const responses = await Promise.all(files.map(async (file) => {
    const address = new URL(file.name, home).href;
    return [address, await taken(address, cache, advance)];
  }));
  return { site, responses: new Map(responses) };
}

/** A response with its whole body; it is in the cache afterwards. */
async function taken(address, cache, advance) {
  const kept = await cache?.match(address);
  const response = kept ?? await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  const parts = [];
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    advance(value.length);
  }
  const type = address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  const whole = new Response(new Blob(parts, { type }));
  if (!kept) await cache?.put(address, whole.clone()).catch(() => null);
  return whole;
}

/** The function of the package that answers jobs. */
async function begin() {
  const { site, responses } = await load();
  self.postMessage({ what: "starting" });
  const fetched = self.fetch;
  self.fetch = async (input, options) =>
    responses.get(new URL(input.url ?? input, home).href)?.clone() ?? fetched(input, options);
  const pyodide = await loadPyodide({ indexURL: new URL("engine/", home).href, env: site.environment });
  for (const name of site.wheels) {
    const response = responses.get(new URL(name, home).href);
    pyodide.unpackArchive(await response.arrayBuffer(), "wheel");
  }
  self.fetch = fetched;
  return pyodide.pyimport("cpsudoku.web.site.worker").respond;
}

const beginning = begin();
beginning.then(
  () => self.postMessage({ what: "ready" }),
  (error) => self.postMessage({ what: "failed", why: error.message }),
);

self.onmessage = async ({ data: { job, body, seconds } }) => {
  const respond = await beginning;
  try {
    self.postMessage({ what: "answer", answer: JSON.parse(respond(job, JSON.stringify(body), seconds)) });
  } catch (error) {
    self.postMessage({ what: "failed", why: error.message.trim().split("\n").at(-1) });
  }
};
