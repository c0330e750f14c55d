// What the digits of a game rule out: rules that are broken, candidates that are left. The server says both.

import { Asker } from "./api.js";
import { $, say } from "./dom.js";
import { digitsIn, bit, newest, textOf, withLayer } from "./sheet.js";
import { emit, on, state } from "./state.js";

/** Milliseconds without a change before the server is asked. */
const PAUSE = 40;
const asker = new Asker();
let pause = null, text = null;
let found = null;   // {broken, candidates} of the sheet as it is, or null

export function build() {
  on("sheet", follow);
  on("mode", follow);
  on("settings", follow);
  $("auto").addEventListener("change", () => state.set("settings", { ...state.settings, auto: $("auto").checked }));
  $("clean").addEventListener("click", clean);
}

/** The cells whose digit breaks a rule, of several the newest. */
export const brokenBy = (sheet) => (found?.broken ?? []).flatMap(({ cells }) => newest(sheet, cells));

/** The numbers of the rules that are broken. */
export const broken = () => new Set((found?.broken ?? []).map(({ rule }) => rule));

/** The cells of what is broken, to be lit. */
export const involved = () => (found?.broken ?? []).flatMap(({ cells }) => cells);

/** Candidates for the cells where the player wrote none. */
export function candidates(sheet) {
  if (!state.settings.auto || found === null) return null;
  return found.candidates.map((digits, cell) => (sheet.centre[cell] || sheet.corner[cell] ? null : digits));
}

function follow() {
  const { sheet, settings } = state;
  const wanted = sheet !== null && state.mode === "play" && (settings.auto || (settings.conflicts && sheet.constraints.length));
  if (!wanted) {
    clearTimeout(pause);
    if (found !== null) lost();
    text = null;
    return;
  }
  const now = textOf(sheet, { game: true, marks: false });
  if (now === text) return;
  clearTimeout(pause);
  text = now;
  if (found !== null) lost();
  pause = setTimeout(look, PAUSE);
}

function lost() {
  found = null;
  emit("redraw");
}

async function look() {
  const asked = text;
  try {
    const answer = await asker.ask("notes", { puzzle: asked });
    if (answer === null || asked !== text) return;
    found = answer;
    emit("redraw");
  } catch (error) {
    if (asked === text) say($("play-said"), error.message, "bad");
  }
}

/** Take from the marks what houses and rules rule out. */
async function clean() {
  const { sheet } = state;
  try {
    const answer = await asker.ask("notes", { puzzle: textOf(sheet, { game: true, marks: false }) });
    if (answer === null || sheet !== state.sheet) return;
    const left = answer.candidates.map((digits) => digits.reduce((mask, digit) => mask | bit(sheet, digit), 0));
    const cells = [...sheet.clues.keys()].filter((cell) => sheet.entries[cell] === null && sheet.clues[cell] === null);
    const count = (one) => cells.reduce((sum, cell) => sum + digitsIn(one, one.centre[cell]).length + digitsIn(one, one.corner[cell]).length, 0);
    let after = sheet;
    for (const layer of ["centre", "corner"]) after = withLayer(after, layer, cells, (mask, cell) => mask & left[cell]);
    const gone = count(sheet) - count(after);
    if (gone) state.change(after);
    say($("play-said"), gone ? `${gone} mark${gone === 1 ? "" : "s"} taken away.` : "No mark is ruled out by a house or a rule.");
  } catch (error) {
    say($("play-said"), error.message, "bad");
  }
}
