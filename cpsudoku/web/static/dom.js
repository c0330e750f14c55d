// The little of a library that the page needs: finding and making elements.

export const $ = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, listeners (`onclick`), and children (texts or elements). */
export function el(name, attributes = {}, ...children) {
  return made(document.createElement(name), attributes, children);
}

/** The same in SVG. */
export function svg(name, attributes = {}, ...children) {
  return made(document.createElementNS(SVG, name), attributes, children);
}

function made(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key.startsWith("aria-")) node.setAttribute(key, value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A picture that the server drew, as a node. It comes as XML and is never put in as HTML. */
export function picture(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** Say a sentence in a status area; `kind` is "", "good", "bad" or "busy", `notes` stand below it. */
export function say(node, message, kind = "", notes = []) {
  node.className = `said ${kind}`;
  node.replaceChildren(message, ...notes.filter(Boolean).map((note) => el("small", {}, note)));
}

/** Hand a text to the user as a file. */
export function download(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
