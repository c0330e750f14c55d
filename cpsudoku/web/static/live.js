// The live verdict of set mode: asked a moment after every change; a change aborts what is asked of the puzzle before it.

import { Asker } from "./api.js";
import { $, say } from "./dom.js";
import { textOf } from "./sheet.js";
import { emit, on, state } from "./state.js";

/** Milliseconds without a change before the server is asked. */
const PAUSE = 40;
const verdict = new Asker(), more = new Asker();
let pause = null, since = 0, text = null, change = 0;

export function build() {
  on("sheet", follow);
  on("mode", follow);
  $("true-candidates").addEventListener("change", () => {
    text = null;
    follow();
  });
}

function follow() {
  clearTimeout(pause);
  if (state.mode !== "set" || state.sheet === null) {
    verdict.cancel();
    more.cancel();
    text = null;
    emit("candidates", null);
    return;
  }
  const now = textOf(state.sheet);
  if (now === text) return;
  text = now;
  since = performance.now();
  change += 1;
  $("verdict").dataset.wanted = change;
  more.cancel();
  emit("candidates", null);
  pause = setTimeout(judge, PAUSE);
}

async function judge() {
  const asked = text, { sheet } = state;
  if ($("verdict").dataset.verdict === undefined) say($("verdict"), "…", "busy");
  try {
    const answer = await verdict.ask("judge", { puzzle: asked });
    if (answer === null || asked !== text) return;
    show(answer);
    await candidates(sheet, asked, answer);
  } catch (error) {
    if (asked === text) say($("verdict"), error.message, "bad");
  }
}

function show(answer) {
  const kind = { unique: "good", multiple: "", impossible: "bad", unknown: "" }[answer.verdict];
  say($("verdict"), answer.message, kind);
  $("verdict").dataset.verdict = answer.verdict;
  $("verdict").dataset.of = change;
  $("verdict").dataset.milliseconds = Math.round(performance.now() - since);
  const label = { unique: "Which clue is needless?", multiple: "What would make it unique?" };
  $("needless").textContent = label[answer.verdict] ?? "What is wrong?";
}

/** True candidates, where they are wanted: those of a unique puzzle are its solution. */
async function candidates(sheet, asked, answer) {
  if (!$("true-candidates").checked || answer.verdict === "impossible") return;
  if (answer.verdict === "unique") {
    emit("candidates", answer.grid.map((digit) => [digit]));
    return;
  }
  const found = await more.ask("candidates", { puzzle: asked });
  if (found === null || asked !== text) return;
  const open = found.open ?? [];
  emit("candidates", found.candidates.map((digits, cell) => [...digits, ...(open[cell] ?? [])].sort((a, b) => a - b)));
}
