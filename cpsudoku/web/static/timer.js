// The time played: it runs while the page is seen and the puzzle is open, and can be hidden.

import { $ } from "./dom.js";
import { on, state } from "./state.js";

let seconds = 0, running = false;

export function build() {
  setInterval(() => {
    if (!running || document.hidden || state.mode !== "play") return;
    seconds += 1;
    show();
  }, 1000);
  on("settings", show);
}

export const played = () => seconds;

/** Begin, at a number of seconds. */
export function run(from = 0) {
  seconds = from;
  running = true;
  show();
}

export function stop() {
  running = false;
}

export const isRunning = () => running;

/** 4:05, or 1:02:03. */
export function written(value = seconds) {
  const [hours, minutes, rest] = [Math.floor(value / 3600), Math.floor(value / 60) % 60, value % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function show() {
  $("timer").textContent = state.settings.timer ? written() : "";
  $("timer-toggle").textContent = state.settings.timer ? "Hide timer" : "Show timer";
}
