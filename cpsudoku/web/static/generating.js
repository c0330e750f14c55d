// New puzzles: of a level, with rules of the kinds chosen, one or several.

import { Asker, ask } from "./api.js";
import { $, el, say } from "./dom.js";
import { openSheet } from "./opening.js";
import { sheetOf } from "./sheet.js";

const asker = new Asker();
/** Levels of puzzles under rules; the others are of the rating scale. */
const OF_RULES = ["any", "easy", "hard"];

export function build() {
  $("generate-form").addEventListener("submit", (event) => {
    event.preventDefault();
    generate();
  });
  $("new-dialog").addEventListener("close", () => asker.cancel());
  $("sort").addEventListener("change", sortChanged);
}

function sortChanged() {
  const classic = $("sort").value === "";
  for (const option of $("level").options) option.disabled = !classic && !OF_RULES.includes(option.value);
  if ($("level").selectedOptions[0].disabled) $("level").value = "any";
  for (const id of ["rating", "symmetry"]) $(id).disabled = !classic;
}

async function generate() {
  const said = $("new-said"), seed = $("seed").value.trim(), count = Number($("count").value);
  if (seed && !/^\d{1,15}$/.test(seed)) {
    say(said, "a seed is a whole number", "bad");
    return;
  }
  const classic = $("sort").value === "";
  say(said, count > 1 ? `Making ${count} puzzles …` : "Making a puzzle …", "busy");
  $("made").replaceChildren();
  try {
    const answer = await asker.ask("generate", {
      kinds: $("sort").value, count, level: $("level").value, seed: seed ? Number(seed) : null,
      ...(classic && { rating: $("rating").value, symmetry: $("symmetry").value }),
    });
    if (answer === null) return;
    say(said, answer.message ?? "", answer.message ? "bad" : "");
    if (answer.made.length === 1) await open(answer, answer.made[0]);
    else $("made").replaceChildren(...answer.made.map((one, number) => el("button", {
      type: "button", class: "chip", onclick: () => open(answer, one),
    }, `${number + 1}: ${[one.level, `${one.clues} clues`].filter(Boolean).join(", ")}`)));
  } catch (error) {
    say(said, error.message, "bad");
  }
}

async function open(answer, one) {
  openSheet(sheetOf(await ask("read", { puzzle: one.text })), "play");
  $("new-dialog").close();
  const about = one.level ? `${one.level}, ER ${one.er.toFixed(1)}` : `${one.clues} clues`;
  say($("play-said"), `A new puzzle: ${about}, seed ${answer.seed}.`);
}
