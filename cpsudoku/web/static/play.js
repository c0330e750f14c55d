// Play mode: checking, hints, the end of a game.

import { Asker, ask } from "./api.js";
import { showPicture } from "./board.js";
import { $, el, say } from "./dom.js";
import { broken } from "./notes.js";
import { clashes, cleared, digitsOf, entered, nameOf, numberOf, symbol, textOf, withLayer } from "./sheet.js";
import { emit, on, state } from "./state.js";
import * as timer from "./timer.js";

const asker = new Asker();
let solution = null;   // {text, grid}: the grid of the puzzle that is played; grid is null where it is not unique
let asked = null;      // the hint that is shown, and how much of it
let solved = false;

export function build() {
  $("check").addEventListener("click", () => check());
  $("hint").addEventListener("click", hint);
  $("again").addEventListener("click", () => {
    state.change(cleared(state.sheet));
    timer.run(0);
  });
  $("timer-toggle").addEventListener("click", () => {
    state.set("settings", { ...state.settings, timer: !state.settings.timer });
  });
  on("sheet", ({ opened }) => {
    forget();
    if (opened) solved = false;
    if (state.mode === "play") finish();
  });
  on("mode", forget);
}

/** What was said of an earlier state of the game holds no longer. */
function forget() {
  asker.cancel();
  asked = null;
  showPicture(null);
  emit("pointed", {});
  say($("play-said"), "");
}

/** Say the verdict on the puzzle, without its solution. */
export async function judge() {
  const said = $("play-said"), { sheet } = state;
  say(said, "Judging …", "busy");
  try {
    const answer = await asker.ask("judge", { puzzle: textOf(sheet) });
    if (answer === null || sheet !== state.sheet) return;
    say(said, answer.message, { unique: "good", impossible: "bad" }[answer.verdict] ?? "", answer.warnings);
  } catch (error) {
    say(said, error.message, "bad");
  }
}

/** Every cell filled: is it solved? */
function finish() {
  const digits = digitsOf(state.sheet);
  if (digits.includes(null)) {
    solved = false;
    if (!timer.isRunning()) timer.run(timer.played());
  } else if (!solved && state.sheet.entries.some((digit) => digit !== null)) check(true);
}

/** The grid of the unique solution, or null. */
async function grid() {
  const text = textOf(state.sheet);
  if (solution?.text !== text) {
    const answer = await asker.ask("judge", { puzzle: text });
    if (answer === null) return undefined;
    solution = { text, grid: answer.verdict === "unique" ? answer.grid : null };
  }
  return solution.grid;
}

async function check(full = false) {
  const said = $("play-said"), { sheet } = state;
  say(said, "Checking …", "busy");
  try {
    const right = await grid();
    if (right === undefined || sheet !== state.sheet) return;
    if (right === null) await checkOpen(said, sheet);
    else tell(said, sheet, sheet.entries.flatMap((digit, cell) => (digit !== null && digit !== right[cell] ? [cell] : [])), full);
  } catch (error) {
    say(said, error.message, "bad");
  }
}

/** A puzzle with several solutions: can the entries stand together? */
async function checkOpen(said, sheet) {
  const seen = [...clashes(sheet)];
  const answer = seen.length ? null : await ask("judge", { puzzle: textOf(sheet, { entered: true }) });
  if (answer === null || answer.verdict === "impossible") {
    emit("pointed", { wrong: seen });
    say(said, "These entries cannot stand together.", "bad");
  } else if (!digitsOf(sheet).includes(null)) won(said);
  else say(said, "So far so good. This puzzle has more than one solution.", "good");
}

function tell(said, sheet, wrong, full) {
  if (wrong.length) {
    if (!full) emit("pointed", { wrong });
    const names = wrong.map((cell) => nameOf(sheet, cell)).join(", ");
    const message = full ? "Something is not right yet." : `${wrong.length === 1 ? "A wrong entry" : "Wrong entries"}: ${names}.`;
    say(said, message, "bad", full ? ["Check shows which entries are wrong."] : []);
  } else if (digitsOf(sheet).includes(null)) say(said, "Every entry is right so far.", "good");
  else won(said);
}

function won(said) {
  solved = true;
  timer.stop();
  say(said, state.settings.timer ? `Solved in ${timer.written()}.` : "Solved.", "good");
  emit("solved");
}

/** A hint comes in three steps: where to look, why, and the move itself. */
async function hint() {
  const said = $("play-said"), { sheet } = state;
  if (asked !== null) {
    deepen(said, sheet);
    return;
  }
  say(said, "Looking for a step …", "busy");
  try {
    const puzzle = textOf(sheet, { game: true });
    const easiest = await byTechnique(puzzle);
    if (sheet !== state.sheet) return;
    const answer = easiest ?? (await asker.ask("hint", { puzzle, why: true }));
    if (answer === null || sheet !== state.sheet) return;
    first(said, sheet, answer);
  } catch (error) {
    say(said, error.message, "bad");
  }
}

/** The hint by techniques; null where the puzzle's rules are not on the scale, or no technique goes on. */
async function byTechnique(puzzle) {
  if (state.sheet.constraints.length) return null;
  const answer = await asker.ask("hint", { puzzle }).catch(() => null);
  return answer === null || answer.verdict === "stuck" ? null : answer;
}

function first(said, sheet, answer) {
  if (answer.verdict === "mistake") {
    const wrong = [...(answer.entries ?? []), ...(answer.erased ?? [])].map((clue) => numberOf(sheet, clue.cell));
    emit("pointed", { wrong, marked: wrong });
    const named = (answer.entries ?? []).map((clue) => `${clue.cell} = ${symbol(sheet, clue.digit)}`);
    const lost = (answer.erased ?? []).map((clue) => clue.cell);
    const first = named.length ? `${named.join(", ")} cannot be.` : `A mark that is needed is missing in ${lost.join(", ")}.`;
    say(said, first, "bad", ["Take it back, then ask for the next step."]);
    return;
  }
  const step = answer.steps?.[0] ?? answer.reasoning?.[0];
  if (!step) {
    say(said, answer.message ?? "There is no next step.", answer.verdict === "solved" ? "good" : "bad");
    return;
  }
  asked = { step, level: 1, svg: answer.svg };
  const name = step.name ? step.name[0].toUpperCase() + step.name.slice(1) : "A step from a few reasons";
  const where = (step.houses ?? []).length ? ` in ${step.houses.join(" and ")}` : "";
  say(said, `${name}${where}.`, "", ["Hint again says more."]);
}

function deepen(said, sheet) {
  const { step } = asked;
  const placed = [...(step.place ? [step.place] : []), ...(step.placements ?? [])];
  const removed = step.remove ?? [];
  asked.level += 1;
  if (asked.level === 2) {
    const marked = [...placed, ...removed].map((clue) => numberOf(sheet, clue.cell));
    emit("pointed", { marked });
    showPicture(asked.svg ?? null);
    say(said, step.text ?? step.conclusion, "", ["Hint once more makes the move."]);
    return;
  }
  let after = sheet;
  for (const { cell, digit } of placed) after = entered(after, [numberOf(sheet, cell)], digit);
  for (const { cell, digits } of removed) after = without(after, numberOf(sheet, cell), digits);
  const moved = placed.map((clue) => `${clue.cell} = ${symbol(sheet, clue.digit)}`).join(", ");
  state.change(after);
  if (!digitsOf(after).includes(null)) return;
  say($("play-said"), moved ? `Done: ${moved}.` : "Done: candidates are gone from the centre marks.", "good");
}

/** Digits taken from a cell's centre marks, which are written out where there are none yet. */
function without(sheet, cell, digits) {
  const gone = digits.reduce((mask, digit) => mask | (1 << (digit - sheet.low)), 0);
  const open = sheet.centre[cell] || candidatesOf(sheet, cell);
  return withLayer(sheet, "centre", [cell], () => open & ~gone);
}

/** The digits that no house rules out. */
function candidatesOf(sheet, cell) {
  const digits = digitsOf(sheet);
  let mask = 2 ** (sheet.high - sheet.low + 1) - 1;
  for (const house of sheet.houses) {
    if (!house.cells.includes(cell)) continue;
    for (const other of house.cells) if (digits[other] !== null) mask &= ~(1 << (digits[other] - sheet.low));
  }
  return mask;
}

/** The author's prose, else the rules as sentences, one a kind; below them every rule, folded. */
export function rulesList(sheet) {
  const said = sheet.prose ? [sheet.prose] : sheet.sentences;
  const words = sheet.described.map((text, number) => el("li", { "data-rule": number }, text));
  const every = el("details", {}, el("summary", {}, `Every rule (${words.length})`), el("ul", {}, words));
  return [...said.map((text) => el("p", {}, text)), ...(words.length ? [every] : [])];
}

/** Rules that are broken stand out in the list. */
export function markRules(list) {
  const wrong = broken();
  list.querySelectorAll("[data-rule]").forEach((item) => item.classList.toggle("broken", wrong.has(Number(item.dataset.rule))));
}
