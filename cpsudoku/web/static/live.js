// The live verdict of set mode: asked a moment after every change; a change aborts what is asked of the puzzle before it.

import { Asker } from "./api.js";
import { $, say } from "./dom.js";
import { textOf } from "./sheet.js";
import { emit, on, state } from "./state.js";

/** Milliseconds without a change before the server is asked. */
const PAUSE = 20;
const verdict = new Asker(), more = new Asker();
/** Verdicts of puzzles seen, and grids that were solutions: a step back is answered here, and two grids that still are
    solutions save the server its search. */
const MOST_ANSWERS = 200, MOST_GRIDS = 12;
const answers = new Map();
let grids = [];
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
  if (state.mode !== "set" || state.sheet === null) {
    clearTimeout(pause);
    verdict.cancel();
    more.cancel();
    text = null;
    emit("candidates", null);
    return;
  }
  const now = textOf(state.sheet);
  if (now === text) return;
  clearTimeout(pause);
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
    const answer = answers.get(asked) ?? await verdict.ask("judge", { puzzle: asked, known: grids.join(";") });
    if (answer === null || asked !== text) return;
    keep(asked, answer);
    show(answer);
    await candidates(sheet, asked, answer);
  } catch (error) {
    if (asked !== text) return;
    say($("verdict"), error.message, "bad");
    settle("refused");
  }
}

function keep(asked, answer) {
  answers.delete(asked);
  if (answer.verdict !== "unknown") answers.set(asked, answer);
  if (answers.size > MOST_ANSWERS) answers.delete(answers.keys().next().value);
  const seen = [answer.grid, answer.other_grid].filter(Boolean).map((grid) => grid.join(" "));
  grids = [...new Set([...seen, ...grids])].slice(0, MOST_GRIDS);
}

function show(answer) {
  const kind = { unique: "good", multiple: "", impossible: "bad", unknown: "" }[answer.verdict];
  say($("verdict"), answer.message, kind);
  settle(answer.verdict);
  const label = { unique: "Which clue is needless?", multiple: "What would make it unique?" };
  $("needless").textContent = label[answer.verdict] ?? "What is wrong?";
}

/** Note which change the verdict shown is of, and how long it took: for those who measure. */
function settle(word) {
  Object.assign($("verdict").dataset, { verdict: word, of: change, milliseconds: Math.round(performance.now() - since) });
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
