// The rules as tools: the server says which kinds there are, what each means and takes, and by what gesture it is drawn.

import { ask } from "./api.js";
import { focusCell } from "./board.js";
import { $, el } from "./dom.js";
import { nameOf } from "./sheet.js";
import { on, state } from "./state.js";

const GROUPS = [
  ["cage", "Cages"], ["line", "Lines"], ["pair", "Between two cells"], ["corner", "Where four cells meet"],
  ["outside", "Outside the grid"], ["cells", "Cells"], ["board", "The whole board"], ["words", "In words"],
];
const GESTURES = {
  cage: "Drag over the cells.",
  cells: "Drag over the cells.",
  line: "Drag along the line, from its first cell.",
  pair: "Drag from one cell to its neighbour.",
  corner: "Drag over two or four cells around the corner.",
  outside: "Drag from the first cell inwards, along a row, a column or a diagonal.",
  board: "",
  words: "State it in words below.",
};
let kinds = null;

/** Ask for the kinds once, and show them. */
export async function load() {
  if (kinds !== null) return;
  kinds = new Map((await ask("kinds", {})).kinds.map((kind) => [kind.word, kind]));
  show();
}

export function build() {
  $("tool-find").addEventListener("input", show);
  $("tool-find").addEventListener("keydown", takeFirst);
  on("tool", () => {
    show();
    showChosen();
    $("tool-form").scrollIntoView({ block: "nearest" });
  });
}

/** The kind of the tool in hand, or null. */
export const chosen = () => (state.tool === null ? null : kinds.get(state.tool));

/** The kind of a rule, or undefined. */
export const kindOf = (rule) => kinds?.get(rule.type);

/** The list of tools, grouped by gesture, those whose name or meaning has the words looked for. */
function show() {
  if (kinds === null) return;
  const fits = fitting();
  $("tools").replaceChildren(toolButton(null, "Clues", "Type digits into cells."), ...GROUPS.flatMap(([drawn, title]) => {
    const found = [...kinds.values()].filter((kind) => kind.drawn === drawn && fits(kind));
    if (!found.length) return [];
    const buttons = found.map((kind) => toolButton(kind.word, kind.name, kind.meaning));
    return [el("div", { role: "group", "aria-label": title }, el("h3", {}, title), el("div", { class: "chips" }, buttons))];
  }));
}

/** Whether a kind is looked for: by its name, what people also call it, or words of its meaning. */
function fitting() {
  const plain = (text) => text.toLowerCase().replaceAll("-", " ").trim();
  const wanted = plain($("tool-find").value);
  const ranks = [
    (kind) => [kind.name, ...kind.also].some((name) => plain(name).startsWith(wanted)),
    (kind) => [kind.name, ...kind.also].some((name) => plain(name).includes(wanted)),
    (kind) => plain(kind.meaning).includes(wanted),
  ];
  return (wanted && ranks.find((fits) => [...kinds.values()].some(fits))) || (() => !wanted);
}

/** Enter takes the first tool found. */
function takeFirst(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const [, first] = $("tools").querySelectorAll(".chip");
  if (!first || !$("tool-find").value.trim()) return;
  $("tool-find").value = "";
  state.set("tool", first.dataset.tool);
  focusCell(state.focus);
}

function toolButton(word, name, meaning) {
  return el("button", {
    type: "button", class: "chip", "data-tool": word ?? "clues", title: meaning, "aria-pressed": state.tool === word,
    onclick: () => state.set("tool", word),
  }, name);
}

/** Open the form of a rule; null: that of the tool in hand again. */
export function edit(rule) {
  showChosen(rule === null ? chosen() : kindOf(rule) ?? null, rule);
}

/** Meaning, gesture and parts of the tool in hand, or those of a rule. */
function showChosen(kind = chosen(), rule = null) {
  $("tool-form").hidden = kind === null;
  if (kind === null) return;
  $("tool-name").textContent = kind.name;
  $("tool-meaning").textContent = kind.meaning;
  $("tool-gesture").textContent = rule === null ? GESTURES[kind.drawn] : "Digits on the keys or the pad are its number.";
  $("tool-fields").replaceChildren(...kind.takes.filter(asked).map((part) => field(part, rule)));
  $("tool-add").hidden = kind.drawn === "words" || (rule !== null && !kind.takes.some(asked));
  $("tool-add").textContent = rule === null ? "Add rule" : "Change rule";
}

const asked = (part) => !["cells", "groups"].includes(part.form);

function field(part, rule) {
  const id = `part-${part.name}`, usual = rule?.[part.name] ?? part.usual ?? "";
  const about = { id, name: part.name };
  let input;
  if (part.form === "word") input = el("select", about, part.words.map((word) => el("option", { selected: word === usual }, word)));
  else if (part.form === "flag") input = el("input", { ...about, type: "checkbox", checked: usual === true });
  else {
    const number = part.form === "number";
    const hint = { numbers: "1,2", pairs: "1-3,2-6", names: (part.words ?? []).join(",") }[part.form] ?? "";
    input = el("input", {
      ...about, type: "text", inputmode: number ? "numeric" : "text", autocomplete: "off", size: number ? 5 : 12,
      placeholder: part.optional && number ? "none" : hint, value: usual,
    });
  }
  return el("label", { for: id }, part.name.replaceAll("_", " "), input);
}

/** The values of the fields, and the first one that is missing. */
function values(kind) {
  const found = {};
  let missing = null;
  for (const part of kind.takes.filter(asked)) {
    const input = $(`part-${part.name}`);
    const text = input.value.trim();
    if (part.form === "flag") found[part.name] = input.checked;
    else if (text === "") missing = part.optional ? missing : missing ?? part.name;
    else found[part.name] = part.form === "number" && /^-?\d+$/.test(text) ? Number(text) : text;
  }
  return { found, missing };
}

/** The parts that the form gives a rule; those that are empty are null. */
export function parts(rule) {
  const kind = kindOf(rule), none = Object.fromEntries(kind.takes.filter(asked).map((part) => [part.name, null]));
  return { ...none, ...values(kind).found };
}

/** After a rule: what belonged to it alone is emptied for the next one. */
export function emptied() {
  const kind = chosen();
  for (const part of kind?.takes.filter(asked) ?? []) {
    if (part.form === "number" && part.usual === undefined) $(`part-${part.name}`).value = "";
  }
}

/** The rule that the tool makes of a path: {rule}, or {why} there is none, or {missing} the name of a part. */
export function ruleOf(sheet, path) {
  const kind = chosen(), { found, missing } = values(kind);
  const spot = cellsFor(kind, sheet, path);
  if (spot.why) return spot;
  if (missing) return { missing };
  const parts = kind.takes.filter((part) => part.form === "cells" && !part.optional);
  const names = spot.cells.map((cell) => nameOf(sheet, cell));
  const cut = kind.split === "first" ? 1 : Math.ceil(names.length / 2);
  const given = parts.length > 1 ? [names.slice(0, cut), names.slice(cut)] : [names];
  const cells = Object.fromEntries(parts.map((part, number) => [part.name, given[number]]));
  return { rule: { type: kind.word, ...cells, ...found } };
}

/** The cells that a path stands for, by the gesture of the kind. */
function cellsFor(kind, sheet, path) {
  if (kind.drawn === "board") return { cells: [] };
  if (!path.length) return { why: GESTURES[kind.drawn] };
  if (kind.drawn === "line" && path.length < 2) return { why: GESTURES.line };
  if (kind.drawn === "pair") return path.length === 2 ? { cells: path } : { why: GESTURES.pair };
  if (kind.drawn === "corner") return corner(sheet, path);
  if (kind.drawn === "outside") return line(sheet, path);
  return { cells: path };
}

/** The 2x2 square around some cells. */
function corner(sheet, path) {
  const rows = path.map((cell) => Math.floor(cell / sheet.columns)), columns = path.map((cell) => cell % sheet.columns);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  if (path.length < 2 || Math.max(...rows) - top !== 1 || Math.max(...columns) - left !== 1) return { why: GESTURES.corner };
  return { cells: [0, 1, sheet.columns, sheet.columns + 1].map((step) => top * sheet.columns + left + step) };
}

/** The whole line that a clue outside looks along: from the edge it comes in at to the far side. */
function line(sheet, path) {
  const place = (cell) => [Math.floor(cell / sheet.columns), cell % sheet.columns];
  const inside = (row, column) => row >= 0 && column >= 0 && row < sheet.rows && column < sheet.columns;
  let [row, column] = place(path[0]);
  const [down, right] = path.length > 1 ? step(place(path[0]), place(path[1])) : inward(sheet, row, column);
  if (!down && !right) return { why: GESTURES.outside };
  while (inside(row - down, column - right)) [row, column] = [row - down, column - right];
  const cells = [];
  for (; inside(row, column); [row, column] = [row + down, column + right]) cells.push(row * sheet.columns + column);
  return { cells };
}

const step = ([row, column], [toRow, toColumn]) => [Math.sign(toRow - row), Math.sign(toColumn - column)];

/** The direction from one cell at an edge; none from a corner or the middle, where it is not clear. */
function inward(sheet, row, column) {
  const down = row === 0 ? 1 : row === sheet.rows - 1 ? -1 : 0;
  const right = column === 0 ? 1 : column === sheet.columns - 1 ? -1 : 0;
  return down && right ? [0, 0] : [down, right];
}
