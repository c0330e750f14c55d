// Puzzles in and out: new ones, pasted texts and links, files, share URLs, saved files.

import { Asker } from "./api.js";
import { $, download, say } from "./dom.js";
import { takeTyped } from "./setting.js";
import { urlOf } from "./share.js";
import { sheetOf, textOf } from "./sheet.js";
import { state } from "./state.js";
import { playedBefore } from "./store.js";
import * as timer from "./timer.js";

/** The address that Interactive Sudoku Solver's texts go behind. */
const ISS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";
const asker = new Asker();

export function build() {
  for (const name of ["new", "open", "share", "keys"]) {
    $(`${name}-button`).addEventListener("click", () => $(`${name}-dialog`).showModal());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => asker.cancel());
  }
  $("empty-form").addEventListener("submit", (event) => {
    event.preventDefault();
    empty();
  });
  $("open-form").addEventListener("submit", (event) => {
    event.preventDefault();
    openText($("open-text").value, $("open-said"), $("open-dialog"));
  });
  $("open-file").addEventListener("change", openFile);
  $("share-button").addEventListener("click", showShare);
  $("share-game").addEventListener("change", showShare);
  $("share-solved").addEventListener("change", showWritten);
  $("share-copy").addEventListener("click", () => copy($("share-url"), $("share-said")));
  $("format").addEventListener("change", showWritten);
  $("format-copy").addEventListener("click", () => copy($("written"), $("share-said")));
  $("format-save").addEventListener("click", () => {
    download($("format").value === "jsonl" ? "puzzle.json" : `puzzle.${$("format").value}.txt`, $("written").value);
  });
}

/** Open a text of any format: true where it is on the board now. What was played of it before is taken up again. */
export async function openText(text, said, dialog = null, mode = null) {
  if (!text.trim()) {
    say(said, "Paste a puzzle or a link first.", "bad");
    return false;
  }
  say(said, "Reading …", "busy");
  try {
    const answer = await asker.ask("read", { puzzle: text.trim() });
    if (answer === null) return false;
    openSheet(sheetOf(answer), mode);
    say(said, "");
    dialog?.close();
    return true;
  } catch (error) {
    say(said, error.message, "bad");
    return false;
  }
}

/** Put a sheet on the board. */
export function openSheet(sheet, mode = null) {
  const before = sheet.entries.some((digit) => digit !== null) ? null : playedBefore(sheet);
  state.open(before === null ? sheet : { ...sheet, ...before });
  timer.run(before?.seconds ?? 0);
  if (mode !== null) state.set("mode", mode);
}

async function openFile() {
  const [file] = $("open-file").files;
  if (!file) return;
  $("open-text").value = await file.text();
  $("open-file").value = "";
  await openText($("open-text").value, $("open-said"), $("open-dialog"));
}

/** An empty board to set on, by the form's rows, columns, digits and boxes. */
async function empty() {
  const value = $("size").value, said = $("new-said");
  let frame;
  if (value !== "other") {
    const [boxRows, boxColumns] = value.split("x").map(Number), side = boxRows * boxColumns;
    frame = { size: value, puzzle: Array.from({ length: side }, () => Array(side).fill(null)) };
  } else {
    const [rows, columns, low, high] = ["rows", "columns", "low", "high"].map((id) => Number($(id).value));
    const grid = Array.from({ length: Math.min(rows, 25) }, () => Array(Math.min(columns, 25)).fill(null));
    frame = { rows, columns, digits: [low, high], puzzle: grid };
  }
  await openText(JSON.stringify(frame), said, $("new-dialog"), "set");
}

async function showShare() {
  takeTyped();
  $("share-url").value = await urlOf(state.sheet, $("share-game").checked);
  await showWritten();
}

async function showWritten() {
  const to = $("format").value, said = $("share-said");
  $("written").value = "";
  say(said, "");
  try {
    const puzzle = textOf(state.sheet, { prose: true, game: $("share-game").checked });
    const answer = await asker.ask("write", { puzzle, to, solved: $("share-solved").checked });
    if (answer === null) return;
    $("written").value = to === "iss" ? ISS + encodeURIComponent(answer.written.trim()) : answer.written.trim();
    $("written-open").hidden = !/^https:/.test($("written").value);
    $("written-open").href = $("written-open").hidden ? "#" : $("written").value;
    if (answer.lost.length) say(said, `${to} cannot hold: ${answer.lost.join(", ")}`, "bad");
  } catch (error) {
    say(said, error.message, "bad");
  }
}

async function copy(field, said) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say(said, "Copied.", "good");
  } catch {
    say(said, document.execCommand("copy") ? "Copied." : "Press Ctrl-C to copy.", "good");
  }
}
