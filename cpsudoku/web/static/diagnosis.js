// Why a puzzle is not what it should be, with what would mend it as buttons.

import { Asker } from "./api.js";
import { el, say } from "./dom.js";
import { numberOf, symbol, textOf } from "./sheet.js";
import { emit, state } from "./state.js";

const MOST = 6;
const asker = new Asker();

/** Ask, and say it in `said`; the answer, or null where the puzzle changed meanwhile. */
export async function diagnose(said) {
  const { sheet } = state;
  say(said, "Looking for reasons …", "busy");
  try {
    const found = await asker.ask("diagnose", { puzzle: textOf(sheet) });
    if (found === null || sheet !== state.sheet) return null;
    say(said, found.message, found.verdict === "unique" ? "good" : "bad", found.warnings);
    said.append(...remedies(sheet, found));
    emit("pointed", pointed(sheet, found));
    return found;
  } catch (error) {
    say(said, error.message, "bad");
    return null;
  }
}

export const cancel = () => asker.cancel();

/** The cells that it is about. */
function pointed(sheet, found) {
  const cells = (names) => (names ?? []).map((name) => numberOf(sheet, name));
  if (found.verdict === "impossible") return { wrong: cells(found.conflict?.map((clue) => clue.cell)) };
  return { marked: cells(found.verdict === "unique" ? found.redundant : found.differ) };
}

function remedies(sheet, found) {
  const named = ({ cell, digit }) => `${cell} = ${symbol(sheet, digit)}`;
  const parts = [];
  if (found.verdict === "impossible") {
    parts.push(list("These cannot stand together", [...found.conflict.map(named), ...(found.conflict_rules ?? [])]));
    parts.push(choices("Change a digit", found.repair ?? [], (clue) => [named(clue), () => clues([clue])]));
    parts.push(choices("Take away", found.drops ?? [], (drop) => [
      `${[...drop.cells, ...(drop.rules ?? [])].join(", ")}: ${stays(drop)}`, () => takeAway(drop),
    ]));
  } else if (found.verdict === "multiple") {
    parts.push(choices("Add clues", found.add?.length ? [found.add] : [], (add) => [add.map(named).join(", "), () => clues(add)]));
    parts.push(choices("Add one clue", found.single ?? [], (clue) => [named(clue), () => clues([clue])]));
    parts.push(choices("Add rules", found.add_rules?.length ? [found.add_rules] : [], (texts) => [texts.join("; "), () => rules(texts)]));
  } else {
    parts.push(choices("Clues that could go", found.redundant ?? [], (cell) => [cell, () => clues([{ cell, digit: null }])]));
    parts.push(list("Rules that could go", found.spare ?? []));
  }
  return parts.filter(Boolean);
}

/** What is left when a conflict is gone. */
function stays({ count, complete }) {
  if (count === 1 && complete) return "one solution stays";
  return count ? `${complete ? "" : "at least "}${count.toLocaleString("en")} solutions stay` : "not known what stays";
}

function takeAway({ cells, rules: texts = [] }) {
  emit("drop wanted", { cells: cells.map((name) => numberOf(state.sheet, name)), texts });
}

function list(title, texts) {
  if (!texts.length) return null;
  const shown = texts.slice(0, 2 * MOST), more = texts.length - shown.length;
  return el("div", { class: "remedy" }, el("h3", {}, title), el("ul", {}, shown.map((text) => el("li", {}, text)),
    more > 0 && el("li", {}, `and ${more} more`)));
}

function choices(title, found, told) {
  if (!found.length) return null;
  const buttons = found.slice(0, MOST).map((one) => {
    const [words, then] = told(one);
    return el("button", { type: "button", class: "chip", onclick: then }, words);
  });
  const more = found.length - buttons.length;
  return el("div", { class: "remedy" }, el("h3", {}, title), el("div", { class: "chips" }, buttons),
    more > 0 && el("small", {}, `and ${more} more`));
}

/** Set clues ({cell, digit}; null empties). */
function clues(changes) {
  const made = [...state.sheet.clues];
  for (const { cell, digit } of changes) made[numberOf(state.sheet, cell)] = digit;
  state.change({ ...state.sheet, clues: made });
}

const rules = (texts) => emit("rules wanted", texts);
