// The page: its parts, and what connects them.

import * as analysing from "./analysing.js";
import * as board from "./board.js";
import { $, el, say } from "./dom.js";
import * as fog from "./fog.js";
import { fogged } from "./fog.js";
import * as generating from "./generating.js";
import * as keys from "./keys.js";
import * as live from "./live.js";
import * as notes from "./notes.js";
import * as opening from "./opening.js";
import * as pad from "./pad.js";
import * as play from "./play.js";
import * as pointing from "./pointing.js";
import * as setting from "./setting.js";
import { holdsPuzzle, packed, textIn } from "./share.js";
import { withLayer } from "./sheet.js";
import { on, state } from "./state.js";
import * as store from "./store.js";
import * as theme from "./theme.js";
import * as timer from "./timer.js";
import * as why from "./why.js";
import * as working from "./working.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const MODES = ["play", "set", "analyse"];

const framed = window.self !== window.top;   // an example in another page: its games are not kept
let pointed = {};       // what a hint or a diagnosis points at: {marked, wrong, filled}
let candidates = null;  // the true candidates of set mode

/** Show the sheet, with what is pointed at. */
function draw() {
  const { sheet, mode } = state;
  if (sheet === null) return;
  const playing = mode === "play" || (mode === "analyse" && pointed.filled);
  board.show(playing ? filled(sheet) : clues(sheet), {
    ...chosen(), conflicts: state.settings.conflicts, fog: fogged(sheet),
    wrong: [...(pointed.wrong ?? []), ...(state.settings.conflicts ? notes.brokenBy(sheet) : [])],
    candidates: mode === "set" ? candidates : mode === "play" ? notes.candidates(sheet) : null,
  });
  const count = sheet.clues.filter((clue) => clue !== null).length;
  $("clue-count").textContent = `${count} clue${count === 1 ? "" : "s"}`;
}

/** Set and analyse show the puzzle without what was played. */
function clues(sheet) {
  const none = sheet.clues.map(() => 0);
  return { ...sheet, entries: sheet.clues.map(() => null), corner: none, centre: none, colours: none };
}

function filled(sheet) {
  if (!pointed.filled) return sheet;
  return withLayer(clues(sheet), "entries", [...pointed.filled.keys()], (_, cell) => pointed.filled.get(cell));
}

const chosen = () => ({
  path: state.path, focus: state.focus, marked: pointed.marked,
  involved: state.mode === "play" && state.settings.conflicts ? notes.involved() : [],
  tracing: state.tracing,
});

function showMode() {
  for (const mode of MODES) {
    const tab = $(`tab-${mode}`), here = mode === state.mode;
    tab.setAttribute("aria-selected", here);
    tab.tabIndex = here ? 0 : -1;
    $(mode).hidden = !here;
  }
  document.body.dataset.mode = state.mode;
  $("keypad").hidden = state.mode === "analyse";
  $("entries").hidden = state.mode !== "play";
  pointed = {};
  draw();
}

/** Arrow keys go from tab to tab, as in any list of tabs. */
function onTabKey(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const to = MODES[(MODES.indexOf(state.mode) + step + MODES.length) % MODES.length];
  state.set("mode", to);
  $(`tab-${to}`).focus();
}

function connect() {
  on("sheet", () => {
    pointed = {};
    draw();
    showRules();
    save();
  });
  on("selection", () => state.sheet && board.choose(chosen()));
  on("tool", () => state.sheet && board.choose(chosen()));
  on("mode", () => {
    showMode();
    save();
  });
  on("pointed", (found) => {
    pointed = found;
    draw();
  });
  on("candidates", (found) => {
    if (candidates === null && found === null) return;
    candidates = found;
    draw();
  });
  on("redraw", () => {
    draw();
    play.markRules($("play-rules"));
  });
  on("settings", () => {
    store.saveSettings(state.settings);
    draw();
  });
  for (const mode of MODES) {
    $(`tab-${mode}`).addEventListener("click", () => state.set("mode", mode));
    $(`tab-${mode}`).addEventListener("keydown", onTabKey);
  }
  $("conflicts").addEventListener("change", () => {
    state.set("settings", { ...state.settings, conflicts: $("conflicts").checked });
  });
  $("print").addEventListener("click", () => window.print());
  addEventListener("pagehide", leave);
  addEventListener("hashchange", openLink);
  document.addEventListener("visibilitychange", leave);
}

function showRules() {
  const { sheet } = state;
  const found = play.rulesList(sheet);
  $("play-title").textContent = [sheet.beside.rest, sheet.beside.author && `by ${sheet.beside.author}`].filter(Boolean).join(" ");
  $("play-rules").replaceChildren(...found);
  $("warnings").replaceChildren(...sheet.warnings.map((warning) => el("p", {}, warning)));
}

function save() {
  if (state.sheet !== null && !framed) store.saveGame({ sheet: state.sheet, seconds: timer.played(), mode: state.mode });
}

/** The steps are kept where the page may be left, as they are too long for every change. */
function leave() {
  save();
  if (state.sheet !== null && !framed) store.saveSteps(state.sheet, (most) => state.steps(most));
}

/** The puzzle in the address: opened, and taken out of it, so that a reload finds the game. */
async function openLink() {
  const { hash } = location;
  if (!holdsPuzzle(hash)) return false;
  const text = await textIn(hash).catch((error) => error);
  history.replaceState(null, "", location.pathname + location.search);
  let why = text.message;
  if (typeof text === "string") {
    if (await opening.openText(text, $("play-said"), null, "play")) {
      if (!packed(hash)) await play.judge();
      return true;
    }
    why = $("play-said").textContent;
  }
  if (state.sheet === null) await openLast();
  say($("play-said"), why, "bad");
  return true;
}

/** The game at hand when the page was left; else a first puzzle. */
async function openLast() {
  const game = store.savedGame();
  if (game === null) {
    await opening.openText(FIRST, $("play-said"));
    return;
  }
  state.open(game.sheet, store.savedSteps(game.sheet));
  timer.run(game.seconds);
  state.set("mode", MODES.includes(game.mode) ? game.mode : "play");
}

async function begin() {
  state.settings = { ...state.settings, ...store.savedSettings() };
  $("conflicts").checked = state.settings.conflicts;
  $("auto").checked = state.settings.auto;
  for (const part of [working, theme, timer, pad, play, setting, live, analysing, opening, generating, notes, fog, why]) part.build();
  connect();
  pointing.listen();
  keys.listen();
  showMode();
  if (!(await openLink())) await openLast();
}

begin();
