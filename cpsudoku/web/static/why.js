// "Why?" of the chosen cell: the argument that gives its digit, on the board and in words.

import { Asker } from "./api.js";
import { showPicture } from "./board.js";
import { $, el, say } from "./dom.js";
import { nameOf, textOf } from "./sheet.js";
import { on, state } from "./state.js";

/** Reasons of a step that are shown unfolded. */
const FEW = 4;
const asker = new Asker();

export function build() {
  for (const button of document.querySelectorAll(".why")) button.addEventListener("click", why);
  $("why-close").addEventListener("click", close);
  on("picture away", () => {
    close();
    showPicture(null);
  });
  on("sheet", close);
  on("mode", close);
  on("selection", () => { if (!$("why").hidden) close(); });
  on("shortcut", ({ event, taken }) => {
    if (event.key !== "Escape" || $("why").hidden) return;
    taken();
    close();
  });
}

export function close() {
  asker.cancel();
  if ($("why").hidden) return;
  $("why").hidden = true;
  showPicture(null);
}

async function why() {
  const cell = nameOf(state.sheet, state.path.at(-1) ?? state.focus), said = $("why-said");
  $("why").hidden = false;
  $("why-steps").replaceChildren();
  say(said, `Why ${cell}? Looking for reasons …`, "busy");
  try {
    const answer = await asker.ask("explain", { puzzle: textOf(state.sheet), cell });
    if (answer === null) return;
    const steps = answer.reasoning ?? [];
    if (!steps.length) {
      say(said, answer.message ?? `${cell} is a clue.`, answer.verdict === "explained" ? "" : "bad", answer.warnings);
      return;
    }
    show(cell, steps, answer);
  } catch (error) {
    say(said, error.message, "bad");
  }
}

function show(cell, steps, answer) {
  const last = steps.at(-1), many = steps.length > 1;
  say($("why-said"), many ? `${cell} follows in ${steps.length} steps; the last one:` : `Why ${cell}:`, "good", answer.warnings);
  const words = steps.map((step) => argument(step));
  $("why-steps").replaceChildren(...(many ? [el("details", {}, el("summary", {}, `The ${steps.length - 1} steps before it`),
    el("ol", {}, words.slice(0, -1).map((one) => el("li", {}, one))))] : []), argument(last));
  if (answer.svg) showPicture(answer.svg);
}

/** The argument of a step; where it rests on many reasons they are folded. */
function argument(step) {
  const reasons = step.reasons ?? [];
  if (reasons.length <= FEW) return el("p", {}, step.text);
  const end = step.text.lastIndexOf(", so ");
  const short = end < 0 ? step.text : `From ${reasons.length} reasons${step.text.slice(end)}`;
  return el("details", {}, el("summary", {}, short), el("ul", {}, reasons.map((reason) => el("li", {}, reason.name))));
}
