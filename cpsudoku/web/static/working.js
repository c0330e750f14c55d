// What takes long is shown with its seconds, and can be stopped.

import { onWork, stopAll } from "./api.js";
import { $ } from "./dom.js";

/** Milliseconds without an answer before it is shown. */
const SOON = 1000;
let since = 0, clock = null;

export function build() {
  $("stop").addEventListener("click", stopAll);
  onWork((questions) => {
    if (questions === 0) {
      clearInterval(clock);
      clock = null;
      $("working").hidden = true;
    } else if (clock === null) {
      since = performance.now();
      clock = setInterval(show, SOON);
    }
  });
}

function show() {
  $("working-said").textContent = `Working for ${Math.round((performance.now() - since) / 1000)} s`;
  // an open dialog lets nobody press what is outside of it
  const place = document.querySelector("dialog[open]") ?? document.body;
  if ($("working").parentElement !== place) place.append($("working"));
  $("working").hidden = false;
}
