// Analyse mode: the rating and its steps, explanations by reasons, conflicts and repairs, the certificate.

import { Asker } from "./api.js";
import { showPicture } from "./board.js";
import { $, download, el, picture, say } from "./dom.js";
import { diagnose } from "./diagnosis.js";
import { numberOf, symbol, textOf } from "./sheet.js";
import { emit, on, state } from "./state.js";

const asker = new Asker();
let path = null;   // the last rating or explanation: {text, steps, drawn: whether the server can draw a step}
let at = -1;       // the step shown; -1 is the puzzle
const one = (rating) => rating.toFixed(1);   // 7 is written 7.0

export function build() {
  $("rate").addEventListener("click", rate);
  $("reasons").addEventListener("click", explain);
  $("verify").addEventListener("click", verify);
  $("diagnose").addEventListener("click", () => {
    leave();
    diagnose($("analyse-said"));
  });
  $("certify").addEventListener("click", certify);
  for (const [id, to] of [["first", () => 0], ["back", () => at - 1], ["next", () => at + 1], ["hardest", () => path?.hardest]]) {
    $(id).addEventListener("click", () => go(to()));
  }
  $("leave").addEventListener("click", leave);
  on("sheet", reset);
  on("mode", () => { if (state.mode !== "analyse") leave(); });
  on("shortcut", shortcut);
}

/** Another puzzle: what was said of the one before is gone. */
function reset() {
  asker.cancel();
  path = null;
  leave();
  $("walk").hidden = true;
  $("steps").replaceChildren();
  $("boards").replaceChildren();
  if (state.mode === "analyse") say($("analyse-said"), "");
}

async function working(job, body, then) {
  say($("analyse-said"), "Working …", "busy");
  leave();
  $("steps").replaceChildren();
  $("boards").replaceChildren();
  $("walk").hidden = true;
  path = null;
  try {
    const answer = await asker.ask(job, { puzzle: textOf(state.sheet), ...body });
    if (answer !== null) await then(answer);
  } catch (error) {
    say($("analyse-said"), error.message, "bad");
  }
}

const verify = () => working("verify", {}, (answer) => {
  say($("analyse-said"), answer.message, answer.verdict === "unique" ? "good" : "bad", warnings(answer));
  $("boards").replaceChildren(...answer.boards.map(picture));
});

const warnings = (answer) => [...new Set([...(answer.warnings ?? []), ...state.sheet.warnings])];

const rate = () => working("rate", {}, async (answer) => {
  if (!answer.steps) {
    say($("analyse-said"), answer.message, "bad", [...warnings(answer), "Explain by reasons serves any rules."]);
    return;
  }
  const scale = answer.scale ? ` (${answer.scale})` : "";
  const end = answer.verdict === "rated" ? "" : "; stuck: no technique goes on";
  say($("analyse-said"), `ER ${one(answer.er)}  EP ${one(answer.ep)}  ED ${one(answer.ed)}${scale}  ${answer.level}`, "good",
    [`hardest step: ${answer.hardest}${end}`, ...warnings(answer)]);
  const words = answer.steps.map((step) => [one(step.rating), `${step.name}: ${step.conclusion}`]);
  await list({ steps: words, hardest: answer.hardest_step, drawn: true });
});

const explain = () => working("explain", {}, async (answer) => {
  if (!answer.reasoning) {
    say($("analyse-said"), answer.message ?? "No explanation.", "bad", warnings(answer));
    return;
  }
  say($("analyse-said"), `${answer.reasoning.length} steps; the largest rests on ${answer.largest} reasons.`, "good",
    [answer.message, ...warnings(answer)]);
  const sizes = answer.reasoning.map((step) => step.size);
  const words = answer.reasoning.map((step) => [String(step.size), conclusion(step)]);
  await list({ steps: words, hardest: sizes.indexOf(Math.max(...sizes)), drawn: false, reasoning: answer.reasoning });
});

function conclusion(step) {
  const placed = (step.placements ?? []).map(({ cell, digit }) => `${cell} = ${symbol(state.sheet, digit)}`);
  const removed = (step.remove ?? []).map(({ cell, digits }) =>
    `${cell} loses ${digits.map((digit) => symbol(state.sheet, digit)).join(" ")}`);
  return [...placed, ...removed].join(", ") || step.text;
}

async function list(found) {
  path = { ...found, text: textOf(state.sheet) };
  $("steps").replaceChildren(...path.steps.map(([value, words], number) => el("li", {},
    el("button", { type: "button", onclick: () => go(number) }, el("span", {}, String(number + 1)), el("b", {}, value), words))));
  $("walk").hidden = path.steps.length === 0;
  if (path.steps.length) await go(0);
}

/** Show a step on the board, with its argument. */
async function go(number) {
  if (!path || number === undefined || number < 0 || number >= path.steps.length) return;
  at = number;
  $("where").textContent = `${number + 1} of ${path.steps.length}`;
  $("back").disabled = number === 0;
  $("next").disabled = number === path.steps.length - 1;
  const buttons = $("steps").querySelectorAll("button");
  buttons.forEach((button) => button.removeAttribute("aria-current"));
  buttons[number].setAttribute("aria-current", "step");
  const holder = $("steps"), item = buttons[number].parentElement;
  holder.scrollTop = item.offsetTop - holder.offsetTop - holder.clientHeight / 2;
  try {
    const shown = path.drawn ? await asker.ask("step", { puzzle: path.text, number }) : reasoned(number);
    if (shown === null || at !== number) return;
    showPicture(shown.svg ?? null);
    $("argument").textContent = shown.text;
    $("argument").hidden = false;
    $("board").dataset.step = number + 1;
  } catch (error) {
    say($("analyse-said"), error.message, "bad");
  }
}

/** A step by reasons, on the page's own board: what was placed before it, and the cells it speaks of. */
function reasoned(number) {
  const cellOf = ({ cell }) => numberOf(state.sheet, cell);
  const filled = new Map(path.reasoning.slice(0, number).flatMap((step) => step.placements ?? [])
    .map((clue) => [cellOf(clue), clue.digit]));
  const step = path.reasoning[number];
  emit("pointed", { marked: [...(step.placements ?? []), ...(step.remove ?? [])].map(cellOf), filled });
  return { text: step.text };
}

/** Back to the puzzle. */
function leave() {
  at = -1;
  showPicture(null);
  emit("pointed", {});
  $("argument").hidden = true;
  delete $("board").dataset.step;
}

const certify = () => working("certify", {}, (answer) => {
  if (!answer.proof) {
    say($("analyse-said"), answer.message, "bad");
    return;
  }
  download("certificate.json", `${JSON.stringify(answer.proof)}\n`);
  say($("analyse-said"), `Certificate saved: ${answer.verdict}.`, "good", ["cpsudoku check certificate.json verifies it."]);
});

function shortcut({ event, taken }) {
  if (state.mode !== "analyse") return;
  const actions = {
    ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), Escape: leave,
    End: () => path && go(path.steps.length - 1), h: () => path && go(path.hardest), r: rate, e: explain, d: verify,
  };
  const action = actions[event.key];
  if (!action || (event.key.length > 1 && at < 0)) return;
  taken();
  action();
}
