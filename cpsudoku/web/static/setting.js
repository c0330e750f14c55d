// Set mode: clues, rules, boards. A rule joins the puzzle when the server has read the puzzle with it.

import { ask } from "./api.js";
import { $, el, say } from "./dom.js";
import { diagnose } from "./diagnosis.js";
import { cellsOfRule, nameOf, sheetOf, textOf, withLayer } from "./sheet.js";
import { emit, on, state } from "./state.js";
import * as tools from "./tools.js";

/** The fields of title, author and rules in prose. */
const ABOUT = ["title", "author", "prose"];
let queue = Promise.resolve();
let typed = "";        // digits typed for the rule in hand
let spare = new Set();  // texts of rules that a diagnosis found needless

export function build() {
  tools.build();
  $("tool-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (state.rule === null) draw();
    else amend(tools.parts(state.sheet.constraints[state.rule]));
  });
  $("words-form").addEventListener("submit", (event) => {
    event.preventDefault();
    addWords();
  });
  $("fill").addEventListener("click", () => sums("fill", "Looking for the sums …"));
  $("needless").addEventListener("click", askDiagnosis);
  $("region").addEventListener("click", region);
  for (const id of ABOUT) $(id).addEventListener("change", takeTyped);
  addEventListener("pagehide", takeTyped);
  $("complete").addEventListener("click", () => sums("complete", "Looking for what completes it …"));
  on("traced", () => { if (state.tracing) draw(); });
  on("typed", typeNumber);
  on("rule unwanted", () => remove(state.rule));
  on("drop wanted", ({ cells, texts }) => restate((sheet) => ({
    ...withLayer(sheet, "clues", cells, () => null),
    constraints: sheet.constraints.filter((_, number) => !texts.includes(sheet.texts[number])),
  })));
  on("rules wanted", (texts) => restate((sheet) => ({ ...sheet, constraints: [...sheet.constraints, ...texts] })));
  on("sheet", ({ opened }) => {
    if (opened) spare = new Set();
    show();
  });
  on("selection", () => { if (state.path.length) setRule(null); });
  on("tool", () => setRule(null));
  on("mode", () => { if (state.mode === "set") enter(); });
}

async function enter() {
  show();
  try {
    await tools.load();
  } catch (error) {
    said(error.message, "bad");
  }
}

/** What is typed of title, author and rules in prose joins the puzzle, wherever the focus is. */
export function takeTyped() {
  const { sheet } = state;
  if (sheet === null || state.mode !== "set") return;
  const [rest, author, prose] = ABOUT.map((id) => $(id).value.trim());
  if (rest === (sheet.beside.rest ?? "") && author === (sheet.beside.author ?? "") && prose === sheet.prose) return;
  const { fog, drawings } = sheet.beside;
  state.change({ ...sheet, prose, beside: { rest, author, ...(fog && { fog }), ...(drawings && { drawings }) } });
}

const said = (message, kind = "", notes = []) => say($("set-said"), message, kind, notes);

/** Change the puzzle by way of the server, which reads it, draws it and names what cannot be; one after the other. */
export function restate(change) {
  queue = queue.then(async () => {
    const wanted = change(state.sheet);
    const answer = await ask("read", { puzzle: textOf(wanted, { prose: true }) });
    state.change(sheetOf(answer, wanted));
    said("");
    return true;
  }).catch((error) => {
    said(error.message, "bad");
    return false;
  });
  return queue;
}

/** Make a rule of the path with the tool in hand. */
async function draw() {
  if (tools.chosen() === null || tools.chosen().drawn === "words") return;
  const { rule, why, missing } = tools.ruleOf(state.sheet, state.path);
  if (missing) {
    said(`Type the ${missing}, then press Enter.`);
    $(`part-${missing}`).focus();
    return;
  }
  if (why) {
    said(why);
    return;
  }
  if (!(await restate((sheet) => ({ ...sheet, constraints: [...sheet.constraints, rule] })))) return;
  tools.emptied();
  state.select([], state.focus);
  setRule(state.sheet.constraints.length - 1);
}

async function addWords() {
  const text = $("words").value.trim();
  if (!text) return;
  if (await restate((sheet) => ({ ...sheet, constraints: [...sheet.constraints, text] }))) $("words").value = "";
}

/** The rule in hand: its form is open, and typed digits are its number. */
function setRule(number) {
  if (state.rule === number) return;
  typed = "";
  state.set("rule", number);
  showRule(number);
  show();
}

/** Open the form of a rule and light its cells; null: neither. */
function showRule(number) {
  const rule = number === null ? null : state.sheet.constraints[number];
  tools.edit(rule);
  emit("pointed", rule === null ? {} : { marked: cellsOfRule(state.sheet, rule) });
}

/** A digit typed while a rule is in hand joins its number, the first one begins it anew; "" takes the last one back. */
function typeNumber(digit) {
  const rule = state.sheet.constraints[state.rule];
  const part = tools.kindOf(rule)?.takes.find((one) => one.form === "number");
  if (!part) {
    said("This rule has no number.");
    return;
  }
  typed = digit === "" ? (typed || String(rule[part.name] ?? "")).slice(0, -1) : `${typed}${digit}`.slice(-4);
  if (typed === "" && !part.optional) {
    said(`Type the ${part.name.replaceAll("_", " ")}.`);
    return;
  }
  amend({ [part.name]: typed === "" ? null : Number(typed) });
}

/** The rule in hand with other parts; null takes a part away. */
async function amend(parts) {
  const number = state.rule;
  const changed = (rule) => Object.fromEntries(Object.entries({ ...rule, ...parts }).filter(([, part]) => part !== null));
  const done = await restate((sheet) => ({
    ...sheet, constraints: sheet.constraints.map((one, k) => (k === number ? changed(one) : one)),
  }));
  if (done && state.rule === number) showRule(number);
}

function remove(number) {
  const after = { ...state.sheet };
  setRule(null);
  restate(() => ({ ...after, constraints: after.constraints.filter((_, k) => k !== number) }));
}

function show() {
  const { sheet } = state;
  if (sheet === null || state.mode !== "set") return;
  $("rules-count").textContent = sheet.texts.length || "none yet";
  $("rules").replaceChildren(...sheet.described.map((text, number) => el("li", {
    class: [number === state.rule ? "current" : "", spare.has(sheet.texts[number]) ? "spare" : ""].join(" "),
  },
    el("button", { type: "button", class: "rule", onclick: () => setRule(number) }, text),
    spare.has(sheet.texts[number]) && el("span", { class: "tag" }, "needless"),
    el("button", { type: "button", class: "plain", "aria-label": `Remove ${text}`, onclick: () => remove(number) }, "×"),
  )));
  $("board-name").textContent = sheet.board;
  const { rest = "", author = "" } = sheet.beside;
  [rest, author, sheet.prose].forEach((text, number) => {
    const field = $(ABOUT[number]);
    if (document.activeElement !== field) field.value = text;
  });
}

/** What the server adds to the puzzle: sums of cages, or all that makes it unique. */
async function sums(job, busy) {
  said(busy, "busy");
  const before = state.sheet;
  try {
    const answer = await ask(job, { puzzle: textOf(before, { game: true, prose: true }) });
    if (state.sheet !== before) return;
    state.change(sheetOf(answer, before));
    said(answer.message, "good");
  } catch (error) {
    said(error.message, "bad");
  }
}

async function askDiagnosis() {
  const found = await diagnose($("set-said"));
  spare = new Set(found?.spare ?? []);
  show();
}

/** The chosen cells as a region of the board; they leave the regions they were in. */
function region() {
  const cells = new Set(state.path);
  if (cells.size < 2) {
    said("Choose the cells of the region first.");
    return;
  }
  restate((sheet) => {
    const old = sheet.houses.filter((house) => /^(box|region) /.test(house.name)).map((house) => house.cells);
    const kept = old.map((house) => house.filter((cell) => !cells.has(cell)));
    const regions = [...kept, [...cells].sort((a, b) => a - b)].filter((house) => house.length);
    const frame = {
      rows: sheet.rows, columns: sheet.columns, digits: [sheet.low, sheet.high],
      regions: regions.map((house) => house.map((cell) => nameOf(sheet, cell))),
    };
    return { ...sheet, frame };
  }).then((done) => { if (done) state.select([], state.focus); });
}
