"use strict";

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ALPHABET = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

let shown = null;       // the last answer that described the puzzle: {puzzle, side, clues}
let cursor = null;      // the chosen cell, or null
let path = null;        // the last rating: {puzzle, steps, ...}
let at = -1;            // the step shown; -1 shows the puzzle
let latest = 0;         // only the newest drawing may be shown

async function ask(job, body) {
  let response;
  try {
    response = await fetch("/api/" + job, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
  } catch {
    throw new Error("the server does not answer; is cpsudoku serve still running?");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message || "status " + response.status);
  return answer;
}

const one = (rating) => rating.toFixed(1);   // 7 is written 7.0

function picture(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

function say(message, kind = "", ...notes) {
  const status = $("status");
  status.className = kind;
  status.textContent = message;
  for (const note of notes.filter(Boolean)) {
    const small = document.createElement("small");
    small.textContent = note;
    status.append(small);
  }
}

function put(svg) {
  $("board").replaceChildren(picture(svg));
  mark();
}

function mark() {
  const svg = $("board").querySelector("svg");
  if (!svg || !shown) return;
  svg.querySelector(".cursor")?.remove();
  if (cursor === null || at >= 0) return;
  const { left, top, step } = places(svg);
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("class", "cursor");
  rect.setAttribute("x", left + (cursor % shown.side) * step + 1.5);
  rect.setAttribute("y", top + Math.floor(cursor / shown.side) * step + 1.5);
  rect.setAttribute("width", step - 3);
  rect.setAttribute("height", step - 3);
  svg.append(rect);
}

function places(svg) {
  const paper = svg.querySelector("rect.paper");
  const number = (name) => Number(paper.getAttribute(name));
  return { left: number("x"), top: number("y"), step: number("width") / shown.side };
}

function reset() {
  path = null;
  at = -1;
  $("walk").hidden = true;
  $("argument").hidden = true;
  $("steps").replaceChildren();
  $("boards").replaceChildren();
}

async function redraw() {
  const mine = ++latest;
  const text = $("puzzle").value;
  if (!text.trim()) return;
  try {
    const answer = await ask("draw", { puzzle: text, candidates: $("candidates").checked });
    if (mine !== latest) return;
    shown = answer;
    if (cursor !== null && cursor >= shown.side * shown.side) cursor = null;
    put(answer.svg);
    say(answer.clues + (answer.clues === 1 ? " clue" : " clues"), "", ...answer.warnings);
  } catch (error) {
    if (mine === latest) say(error.message, "bad");
  }
}

async function busy(work) {
  document.body.setAttribute("aria-busy", "true");
  say("working …");
  try { await work(); } catch (error) { say(error.message, "bad"); }
  document.body.removeAttribute("aria-busy");
}

const verify = () => busy(async () => {
  const answer = await ask("verify", { puzzle: $("puzzle").value });
  await redraw();
  reset();
  say(answer.message, answer.verdict === "unique" ? "good" : "bad", ...answer.warnings);
  $("boards").replaceChildren(...answer.boards.map(picture));
});

const rate = () => busy(async () => {
  const text = $("puzzle").value;
  const answer = await ask("rate", { puzzle: text });
  await redraw();
  reset();
  if (!answer.steps) return say(answer.message, "bad", ...answer.warnings);
  path = { ...answer, text };
  const end = answer.verdict === "rated" ? "" : "; stuck: no technique goes on";
  const scale = !answer.scale ? "" : " (" + answer.scale + ")";
  say("ER " + one(answer.er) + "  EP " + one(answer.ep) + "  ED " + one(answer.ed) + scale + "  " + answer.level, "good",
    "hardest step: " + answer.hardest + end, ...answer.warnings);
  $("steps").replaceChildren(...answer.steps.map((step, number) => {
    const item = document.createElement("li"), button = document.createElement("button");
    const count = document.createElement("span"), value = document.createElement("b");
    count.textContent = number + 1;
    value.textContent = one(step.rating);
    button.type = "button";
    button.append(count, value, step.name + ": " + step.conclusion);
    button.addEventListener("click", () => go(number));
    item.append(button);
    return item;
  }));
  $("walk").hidden = answer.steps.length === 0;
  if (answer.steps.length) await go(0);
});

async function go(number) {
  if (!path || number < 0 || number >= path.steps.length) return;
  at = number;
  const mine = ++latest;
  $("where").textContent = "step " + (number + 1) + " of " + path.steps.length;
  $("back").disabled = number === 0;
  $("next").disabled = number === path.steps.length - 1;
  const buttons = $("steps").querySelectorAll("button");
  buttons.forEach((button) => button.removeAttribute("aria-current"));
  buttons[number].setAttribute("aria-current", "step");
  const list = $("steps"), item = buttons[number].parentElement;
  list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  try {
    const answer = await ask("step", { puzzle: path.text, number });
    if (mine !== latest) return;
    put(answer.svg);
    $("argument").textContent = answer.text;
    $("argument").hidden = false;
    $("board").dataset.step = number + 1;
  } catch (error) {
    say(error.message, "bad");
  }
}

function leave() {
  at = -1;
  $("argument").hidden = true;
  delete $("board").dataset.step;
  redraw();
}

const generate = () => busy(async () => {
  const seed = $("seed").value.trim();
  if (seed && !/^\d{1,15}$/.test(seed)) throw new Error("a seed is a whole number");
  const answer = await ask("generate", {
    level: $("level").value, rating: $("rating").value, symmetry: $("symmetry").value, seed: seed ? Number(seed) : null,
  });
  reset();
  $("puzzle").value = answer.puzzle;
  await redraw();
  say("a new puzzle: ER " + one(answer.er) + ", " + answer.level, "good",
    answer.clues + " clues, " + (answer.minimal ? "minimal, " : "") + "seed " + answer.seed);
});

function typed(symbol) {
  if (!shown?.puzzle || cursor === null) return;
  const cells = [...shown.puzzle];
  cells[cursor] = symbol;
  $("puzzle").value = cells.join("");
  shown.puzzle = $("puzzle").value;
  reset();
  redraw();
}

function onBoardKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !shown) return;
  const side = shown.side;
  const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (at >= 0) return;
  if (move) {
    const here = cursor ?? 0;
    const row = (Math.floor(here / side) + move[0] + side) % side, column = (here % side + move[1] + side) % side;
    cursor = cursor === null ? 0 : row * side + column;
    mark();
  } else if (["Backspace", "Delete", "0", ".", " "].includes(event.key)) {
    typed(".");
  } else if (event.key.length === 1 && cursor !== null) {
    const digit = ALPHABET.slice(0, side).indexOf(event.key.toUpperCase());
    if (digit < 0) return;
    typed(ALPHABET[digit]);
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

function onBoardClick(event) {
  const svg = $("board").querySelector("svg");
  if (!svg || !shown || at >= 0) return;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const { left, top, step } = places(svg);
  const column = Math.floor((point.x - left) / step), row = Math.floor((point.y - top) / step);
  if (row >= 0 && column >= 0 && row < shown.side && column < shown.side) cursor = row * shown.side + column;
  mark();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName)) return;
  const keys = {
    ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0),
    End: () => path && go(path.steps.length - 1), Escape: leave,
    h: () => path && go(path.hardest_step), v: verify, r: rate, g: generate,
  };
  const action = keys[event.key];
  if (!action || (event.key.length > 1 && at < 0)) return;
  event.preventDefault();
  action();
}

function shade(wanted) {
  const root = document.documentElement;
  if (wanted) root.dataset.theme = wanted;
  const dark = wanted ? wanted === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.shade = dark ? "dark" : "light";
}

function stored(value) {
  try {
    if (value !== undefined) localStorage.setItem("theme", value);
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

shade(stored());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => shade(document.documentElement.dataset.theme));
$("theme").addEventListener("click", () => {
  const wanted = document.documentElement.dataset.shade === "dark" ? "light" : "dark";
  stored(wanted);
  shade(wanted);
});
$("print").addEventListener("click", () => window.print());
$("form").addEventListener("submit", (event) => { event.preventDefault(); verify(); });
$("rate").addEventListener("click", rate);
$("generate").addEventListener("click", generate);
$("empty").addEventListener("change", () => {
  if (!$("empty").value) return;
  reset();
  cursor = null;
  $("puzzle").value = ".".repeat(Number($("empty").value) ** 2);
  $("empty").value = "";
  $("board").focus();
  redraw();
});
$("candidates").addEventListener("change", () => { if (at < 0) redraw(); });
$("first").addEventListener("click", () => go(0));
$("back").addEventListener("click", () => go(at - 1));
$("next").addEventListener("click", () => go(at + 1));
$("hardest").addEventListener("click", () => path && go(path.hardest_step));
$("leave").addEventListener("click", leave);
$("board").addEventListener("keydown", onBoardKey);
$("board").addEventListener("click", onBoardClick);
document.addEventListener("keydown", onKey);
let pause;
$("puzzle").addEventListener("input", () => {
  clearTimeout(pause);
  reset();
  pause = setTimeout(redraw, 250);
});
$("puzzle").value = EASY;
redraw();
