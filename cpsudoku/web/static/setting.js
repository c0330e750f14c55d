// Set mode: clues, rules, boards. A rule joins the puzzle when the server has read the puzzle with it.

import { ask } from "./api.js";
import { $, el, say } from "./dom.js";
import { diagnose } from "./diagnosis.js";
import { cellsOfRule, nameOf, sheetOf, textOf } from "./sheet.js";
import { emit, on, state } from "./state.js";
import * as tools from "./tools.js";

let queue = Promise.resolve();
let typed = "";        // digits typed for the rule in hand
let spare = new Set();  // texts of rules that a diagnosis found needless

export function build() {
  tools.build();
  $("tool-form").addEventListener("submit", (event) => {
    event.preventDefault();
    draw();
  });
  $("words-form").addEventListener("submit", (event) => {
    event.preventDefault();
    addWords();
  });
  $("fill").addEventListener("click", fill);
  $("needless").addEventListener("click", askDiagnosis);
  $("region").addEventListener("click", region);
  $("prose").addEventListener("change", () => restate((sheet) => ({ ...sheet, prose: $("prose").value.trim() })));
  on("traced", () => { if (state.tracing) draw(); });
  on("typed", typeNumber);
  on("rule unwanted", () => remove(state.rule));
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

/** The rule in hand: typed digits are its number. */
function setRule(number) {
  if (state.rule === number) return;
  state.rule = number;
  typed = "";
  emit("pointed", number === null ? {} : { marked: cellsOfRule(state.sheet, state.sheet.constraints[number]) });
  show();
}

/** A digit typed while a rule is in hand: its first number grows by it. */
function typeNumber(digit) {
  const number = state.rule, rule = state.sheet.constraints[number];
  const part = tools.kindOf(rule)?.takes.find((one) => one.form === "number");
  if (!part) {
    said("This rule has no number.");
    return;
  }
  typed = `${typed}${digit}`.slice(-4);
  const value = Number(typed);
  restate((sheet) => ({
    ...sheet, constraints: sheet.constraints.map((one, k) => (k === number ? { ...one, [part.name]: value } : one)),
  }));
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
  if (document.activeElement !== $("prose")) $("prose").value = sheet.prose;
}

async function fill() {
  said("Looking for the sums …", "busy");
  const before = state.sheet;
  try {
    const answer = await ask("fill", { puzzle: textOf(before, { game: true, prose: true }) });
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
