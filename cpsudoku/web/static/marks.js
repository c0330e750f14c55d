// What stands in a cell: its digit or its marks, drawn and in words.

import { svg } from "./dom.js";
import { COLOURS, digitsIn, nameOf, symbol } from "./sheet.js";

export const COLOUR_NAMES = ["grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"];
/** Where corner marks stand, in cells, in the order in which they are taken. */
const CORNERS = [
  [0.16, 0.19], [0.84, 0.19], [0.16, 0.83], [0.84, 0.83], [0.5, 0.19], [0.5, 0.83], [0.16, 0.51], [0.84, 0.51],
  [0.33, 0.19], [0.67, 0.19], [0.33, 0.83], [0.67, 0.83],
];

/** The drawing of a cell: `below` the lines of choice, `above` them. */
export function cellInk(sheet, cell, place, { wrong, candidates }) {
  const x = place.left + (cell % place.columns) * place.step;
  const y = place.top + Math.floor(cell / place.columns) * place.step;
  const at = { x, y, step: place.step };
  const digit = sheet.clues[cell] ?? sheet.entries[cell];
  const above = [];
  if (digit !== null) {
    const role = sheet.clues[cell] !== null ? "clue" : "entry";
    const text = symbol(sheet, digit);
    above.push(letters(at, 0.5, 0.5, text.length > 1 ? 0.5 : 0.66, text, `${role}${wrong ? " wrong" : ""}`));
  } else if (candidates) {
    above.push(...candidateInk(sheet, at, candidates));
  } else {
    above.push(...cornerInk(sheet, at, sheet.corner[cell]), ...centreInk(sheet, at, sheet.centre[cell]));
  }
  return { below: colourInk(at, sheet.colours[cell]), above };
}

function letters({ x, y, step }, across, down, size, text, role) {
  // the middle of digits lies 0.36 of the size above the base line
  return svg("text", {
    class: role, x: x + across * step, y: y + (down + 0.36 * size) * step, "font-size": size * step,
    "text-anchor": "middle",
  }, text);
}

function cornerInk(sheet, at, mask) {
  const digits = digitsIn(sheet, mask);
  const size = digits.length > 8 ? 0.19 : 0.24;
  return digits.slice(0, CORNERS.length).map((digit, number) => {
    const [across, down] = CORNERS[number];
    return letters(at, across, down, size, symbol(sheet, digit), "mark");
  });
}

function centreInk(sheet, at, mask) {
  const text = digitsIn(sheet, mask).map((digit) => symbol(sheet, digit)).join("");
  if (!text) return [];
  const size = Math.min(0.28, 1.45 / text.length);
  return [letters(at, 0.5, 0.5, size, text, "mark")];
}

/** Candidates, each at a place of its own. */
function candidateInk(sheet, at, digits) {
  const count = sheet.high - sheet.low + 1;
  const across = Math.ceil(Math.sqrt(count)), down = Math.ceil(count / across);
  const size = 0.72 / Math.max(across, down);
  return digits.map((digit) => {
    const number = digit - sheet.low;
    const column = (number % across + 0.5) / across, row = (Math.floor(number / across) + 0.5) / down;
    return letters(at, 0.06 + 0.88 * column, 0.06 + 0.88 * row, size, symbol(sheet, digit), "candidate");
  });
}

function colourInk({ x, y, step }, mask) {
  const found = [];
  for (let colour = 0; colour < COLOURS; colour += 1) if (mask & (1 << colour)) found.push(colour);
  const width = step / found.length;
  return found.map((colour, number) =>
    svg("rect", { class: `colour-${colour}`, x: x + number * width, y, width, height: step }));
}

/** A cell in words, for screen readers: "row 1 column 3, 5 given, cage 9". */
export function cellName(sheet, cell, rules, wrong) {
  const [, row, column] = nameOf(sheet, cell).match(/r(\d+)c(\d+)/);
  const words = [`row ${row} column ${column}`];
  const say = (mask) => digitsIn(sheet, mask).map((digit) => symbol(sheet, digit)).join(" ");
  if (sheet.clues[cell] !== null) words.push(`${symbol(sheet, sheet.clues[cell])} given`);
  else if (sheet.entries[cell] !== null) words.push(symbol(sheet, sheet.entries[cell]));
  else words.push("empty");
  if (sheet.entries[cell] === null && sheet.clues[cell] === null) {
    if (sheet.centre[cell]) words.push(`centre marks ${say(sheet.centre[cell])}`);
    if (sheet.corner[cell]) words.push(`corner marks ${say(sheet.corner[cell])}`);
  }
  for (let colour = 0; colour < COLOURS; colour += 1) {
    if (sheet.colours[cell] & (1 << colour)) words.push(COLOUR_NAMES[colour]);
  }
  if (wrong) words.push("conflict");
  return [...words, ...rules].join(", ");
}
