// Light or dark: as the system says, until somebody chooses.

import { $ } from "./dom.js";
import { on, state } from "./state.js";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (state.settings.theme ? state.settings.theme === "dark" : system.matches);

export function build() {
  $("theme").addEventListener("click", () => {
    state.set("settings", { ...state.settings, theme: isDark() ? "light" : "dark" });
  });
  system.addEventListener("change", show);
  on("settings", show);
  show();
}

function show() {
  root.dataset.shade = isDark() ? "dark" : "light";
  $("theme").setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
  $("theme").title = isDark() ? "Light colours" : "Dark colours";
}
