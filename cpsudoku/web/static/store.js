// Autosave in the browser: the game at hand, games of other puzzles to come back to, settings.

import { textOf } from "./sheet.js";

const GAME = "cpsudoku.game", GAMES = "cpsudoku.games", SETTINGS = "cpsudoku.settings", STEPS = "cpsudoku.steps";
const MOST = 30;

/** What is stored under a key, or null: also where the browser forbids storing. */
function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden store loses the autosave, never the game on the page
  }
}

/** A puzzle's own name: the same text, the same games. */
export const nameOfPuzzle = (sheet) => textOf(sheet);

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

/** Keep the steps that can be undone and redone. Sheets share most of their parts: each part is written once. */
export function saveSteps({ past, future }) {
  const parts = new Map(), written = [];
  const pack = (sheet) => Object.fromEntries(Object.entries(sheet).map(([key, part]) => {
    if (!parts.has(part)) {
      parts.set(part, written.length);
      written.push(part);
    }
    return [key, parts.get(part)];
  }));
  save(STEPS, { past: past.map(pack), future: future.map(pack), parts: written });
}

/** These steps, or null. */
export function savedSteps() {
  const kept = load(STEPS);
  if (!kept?.parts) return null;
  const unpack = (sheet) => Object.fromEntries(Object.entries(sheet).map(([key, at]) => [key, kept.parts[at]]));
  return { past: kept.past.map(unpack), future: kept.future.map(unpack) };
}

/** The game at hand, or null. */
export function savedGame() {
  const game = load(GAME);
  return game?.sheet?.turns ? game : null;
}

/** What was played of this puzzle before, or null. */
export function playedBefore(sheet) {
  const found = (load(GAMES) ?? []).find(([name]) => name === nameOfPuzzle(sheet));
  return found ? found[1] : null;
}

export const saveSettings = (settings) => save(SETTINGS, settings);
export const savedSettings = () => load(SETTINGS) ?? {};
