// Autosave in the browser: the game at hand, games of other puzzles to come back to, settings.

import { textOf } from "./sheet.js";

const GAME = "cpsudoku.game", GAMES = "cpsudoku.games", SETTINGS = "cpsudoku.settings", STEPS = "cpsudoku.steps";
const MOST = 30, MOST_STEPS = 200, MOST_LETTERS = 2_000_000;

/** What is stored under a key, or null: also where the browser forbids storing. */
function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Whether there was room for it. */
function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // a full or forbidden store loses the autosave, never the game on the page
    return false;
  }
}

/** A puzzle's own name: the same text, the same games. */
export const nameOfPuzzle = (sheet) => textOf(sheet);

/** A sheet's own name, with all that was written into it. */
const wholeName = (sheet) => JSON.stringify([textOf(sheet, { game: true, prose: true }), sheet.corner, sheet.colours, sheet.pen]);

/** Keep a game ({sheet, seconds, mode}); games of the last puzzles with entries are kept beside it. */
export function saveGame(game) {
  save(GAME, game);
  const begun = game.sheet.entries.some((digit) => digit !== null) || game.sheet.centre.some(Boolean);
  if (!begun) return;
  const { entries, corner, centre, colours, turns, pen } = game.sheet;
  const games = (load(GAMES) ?? []).filter(([name]) => name !== nameOfPuzzle(game.sheet));
  games.push([nameOfPuzzle(game.sheet), { entries, corner, centre, colours, turns, pen, seconds: game.seconds }]);
  save(GAMES, games.slice(-MOST));
}

/** Keep the steps that lead to and from a sheet, as many as there is room for. Sheets share most of their parts: each
    part is written once. */
export function saveSteps(sheet, stepsOf) {
  save(STEPS, null);
  for (let most = MOST_STEPS; most > 1 && !saveSome(sheet, stepsOf(most)); most >>= 1);
}

function saveSome(of, { past, future }) {
  const parts = new Map(), written = [];
  const pack = (sheet) => Object.fromEntries(Object.entries(sheet).map(([key, part]) => {
    if (!parts.has(part)) {
      parts.set(part, written.length);
      written.push(part);
    }
    return [key, parts.get(part)];
  }));
  const kept = { of: wholeName(of), past: past.map(pack), future: future.map(pack), parts: written };
  return JSON.stringify(kept).length < MOST_LETTERS && save(STEPS, kept);
}

/** The steps that were kept for this sheet, or null. */
export function savedSteps(sheet) {
  const kept = load(STEPS);
  if (kept?.of !== wholeName(sheet)) return null;
  const unpack = (sheet) => Object.fromEntries(Object.entries(sheet).map(([key, at]) => [key, kept.parts[at]]));
  return { past: kept.past.map(unpack), future: kept.future.map(unpack) };
}

/** The game at hand, or null. */
export function savedGame() {
  const game = load(GAME);
  if (!game?.sheet?.clues) return null;
  // games of earlier versions lack what came later
  const later = { turns: game.sheet.clues.map(() => 0), pen: [], beside: {}, sentences: [] };
  return { ...game, sheet: { ...later, ...game.sheet } };
}

/** What was played of this puzzle before, or null. */
export function playedBefore(sheet) {
  const found = (load(GAMES) ?? []).find(([name]) => name === nameOfPuzzle(sheet));
  return found ? found[1] : null;
}

export const saveSettings = (settings) => save(SETTINGS, settings);
export const savedSettings = () => load(SETTINGS) ?? {};
