// A puzzle and what a player wrote into it. Sheets are never changed: a change makes another one, which `history` keeps.
//
// clues, entries: a digit a cell or null; corner, centre: a bit mask of digits a cell; colours: a bit mask of COLOURS;
// turns: when a cell's digit was entered, by number; pen: what the pen drew, by name.

const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const COLOURS = 9;
/** What stands beside the puzzle: title, author, the cells that are seen at first under fog, drawings. */
const BESIDE = ["rest", "author", "fog", "drawings"];

/** The sheet of an answer of `read` or `fill`; with `game`, a player's layers are kept from that sheet. */
export function sheetOf(answer, game = null) {
  const { sheet, svg, warnings } = answer;
  const size = sheet.rows * sheet.columns;
  const kept = game && game.rows === sheet.rows && game.columns === sheet.columns ? game : null;
  const made = {
    frame: sheet.frame,
    rows: sheet.rows,
    columns: sheet.columns,
    low: sheet.digits[0],
    high: sheet.digits[1],
    houses: sheet.houses,
    board: sheet.board,
    constraints: sheet.constraints,
    texts: sheet.texts,
    described: sheet.described,
    sentences: sheet.sentences,
    prose: sheet.rules ?? "",
    beside: Object.fromEntries(BESIDE.flatMap((key) => (sheet[key] === undefined ? [] : [[key, sheet[key]]]))),
    ground: svg,
    warnings,
    clues: sheet.puzzle.flat(),
    entries: kept?.entries ?? Array(size).fill(null),
    corner: kept?.corner ?? Array(size).fill(0),
    centre: kept?.centre ?? Array(size).fill(0),
    colours: kept?.colours ?? Array(size).fill(0),
    turns: kept?.turns ?? Array(size).fill(0),
    pen: kept?.pen ?? [],
  };
  if (kept) return made;
  for (const [name, digit] of Object.entries(sheet.entries ?? {})) made.entries[numberOf(made, name)] = digit;
  for (const [name, digits] of Object.entries(sheet.pencil_marks ?? {})) {
    made.centre[numberOf(made, name)] = digits.reduce((mask, digit) => mask | bit(made, digit), 0);
  }
  return made;
}

/** The puzzle as our own JSON, which every job of the server reads; `game`: with what the player wrote. */
export function textOf(sheet, { game = false, prose = false, entered: filled = false, marks: marked = true } = {}) {
  const value = { ...sheet.frame, puzzle: rowsOf(sheet, filled ? digitsOf(sheet) : sheet.clues) };
  if (sheet.constraints.length) value.constraints = sheet.constraints;
  if (prose) Object.assign(value, sheet.beside, sheet.prose && { rules: sheet.prose });
  if (game) {
    const entries = {}, marks = {};
    sheet.clues.forEach((clue, cell) => {
      if (clue !== null) return;
      if (sheet.entries[cell] !== null) entries[nameOf(sheet, cell)] = sheet.entries[cell];
      else if (marked && sheet.centre[cell]) marks[nameOf(sheet, cell)] = digitsIn(sheet, sheet.centre[cell]);
    });
    if (Object.keys(entries).length) value.entries = entries;
    if (Object.keys(marks).length) value.pencil_marks = marks;
  }
  return JSON.stringify(value);
}

function rowsOf(sheet, cells) {
  return Array.from({ length: sheet.rows }, (_, row) => cells.slice(row * sheet.columns, (row + 1) * sheet.columns));
}

/** Clues and entries together: a digit a cell or null. */
export const digitsOf = (sheet) => sheet.clues.map((clue, cell) => clue ?? sheet.entries[cell]);

/** The bit of a digit in a mask. */
export const bit = (sheet, digit) => 1 << (digit - sheet.low);

/** The digits of a mask, ascending. */
export function digitsIn(sheet, mask) {
  const found = [];
  for (let digit = sheet.low; digit <= sheet.high; digit += 1) if (mask & bit(sheet, digit)) found.push(digit);
  return found;
}

/** How a digit is written: 10 is A where digits begin at 1. */
export const symbol = (sheet, digit) => (sheet.low === 1 ? SYMBOLS[digit - 1] : String(digit));

/** The digit that a key means on this board, or null. */
export function digitOfKey(sheet, key) {
  if (key.length !== 1) return null;
  const found = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".indexOf(key.toUpperCase());
  return found >= sheet.low && found <= sheet.high ? found : null;
}

/** r1c1 of a cell's number, and back. */
export const nameOf = (sheet, cell) => `r${Math.floor(cell / sheet.columns) + 1}c${(cell % sheet.columns) + 1}`;
export function numberOf(sheet, name) {
  const [, row, column] = name.match(/^r(\d+)c(\d+)$/);
  return (Number(row) - 1) * sheet.columns + Number(column) - 1;
}

/** Cells whose digit stands twice in a house, of two the newer one: what anybody can see. */
export function clashes(sheet) {
  const digits = digitsOf(sheet), found = new Set();
  for (const house of sheet.houses) {
    const first = new Map();
    for (const cell of house.cells) {
      if (digits[cell] === null) continue;
      const other = first.get(digits[cell]);
      if (other === undefined) first.set(digits[cell], cell);
      else for (const one of newest(sheet, [other, cell])) found.add(one);
    }
  }
  return found;
}

/** Of some cells with a digit those that were filled last. */
export function newest(sheet, cells) {
  const turn = (cell) => (sheet.clues[cell] !== null ? -1 : sheet.turns[cell]);
  const last = Math.max(...cells.map(turn));
  return cells.filter((cell) => turn(cell) === last);
}

/** The sheet with a digit, or none, in these cells, later than every other. */
export function entered(sheet, cells, digit) {
  const turn = Math.max(0, ...sheet.turns) + 1;
  return withLayer(withLayer(sheet, "entries", cells, () => digit), "turns", cells, () => turn);
}

/** For each cell the rules about it, in a few words: "cage 9". */
export function rulesByCell(sheet) {
  const found = Array.from({ length: sheet.rows * sheet.columns }, () => []);
  sheet.constraints.forEach((rule, number) => {
    const short = sheet.described[number].split(" at ")[0];
    for (const cell of cellsOfRule(sheet, rule)) found[cell].push(short);
  });
  return found;
}

/** The cells that a rule names, in its order. */
export function cellsOfRule(sheet, rule) {
  const names = JSON.stringify(rule).match(/r\d+c\d+/g) ?? [];
  return [...new Set(names.map((name) => numberOf(sheet, name)))];
}

/** A change of cells in one layer: the sheet with `layer` set by `value(old, cell)` on the cells. */
export function withLayer(sheet, layer, cells, value) {
  const changed = [...sheet[layer]];
  for (const cell of cells) changed[cell] = value(changed[cell], cell);
  return { ...sheet, [layer]: changed };
}

/** The puzzle as it was before anybody played. */
export function cleared(sheet) {
  const size = sheet.clues.length;
  return {
    ...sheet,
    entries: Array(size).fill(null),
    corner: Array(size).fill(0),
    centre: Array(size).fill(0),
    colours: Array(size).fill(0),
    pen: [],
  };
}
