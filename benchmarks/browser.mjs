// Runs jobs of the page in Pyodide for benchmarks/browser.py, which starts it as a warm process:
//
//     node benchmarks/browser.mjs SITE
//
// SITE is a folder that `cpsudoku site` wrote. One JSON request a line on stdin, {"job", "body", "seconds"}; one line on
// stdout for each, {"answer": the record, "took": seconds}, after a first line when the engine is ready.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const site = resolve(process.argv[2]);
const { wheels, environment } = JSON.parse(readFileSync(join(site, "site.json"), "utf-8"));
const { loadPyodide } = await import(pathToFileURL(join(site, "engine", "pyodide.mjs")).href);
const begun = performance.now();
const pyodide = await loadPyodide({ indexURL: join(site, "engine") + "/", env: environment, stderr: () => {} });
for (const name of wheels) {
  const data = readFileSync(join(site, name));
  pyodide.unpackArchive(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength), "wheel");
}
const respond = pyodide.pyimport("cpsudoku.web.site.worker").respond;
const say = (answer, since) =>
  process.stdout.write(`${JSON.stringify({ answer, took: (performance.now() - since) / 1000 })}\n`);
say("ready", begun);
for await (const line of createInterface({ input: process.stdin })) {
  const { job, body, seconds } = JSON.parse(line);
  const since = performance.now();
  say(JSON.parse(respond(job, JSON.stringify(body), seconds)), since);
}
