// A whole puzzle in a URL: its JSON, deflated, in the part behind # that browsers never send anywhere.

import { textOf } from "./sheet.js";

const KEY = "p=";

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function toText(bytes) {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function toBytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** The URL of a sheet's puzzle, rules and prose included; `game`: with what was played. */
export async function urlOf(sheet, game = false) {
  const text = new TextEncoder().encode(textOf(sheet, { prose: true, game }));
  const packed = toText(await through(text, new CompressionStream("deflate-raw")));
  return `${location.origin}${location.pathname}#${KEY}${packed}`;
}

/** Whether a URL's fragment holds a puzzle: packed, or a text of any format as it is (#53..7....). */
export const holdsPuzzle = (fragment) => fragment.length > 1;

/** Whether it is packed. */
export const packed = (fragment) => fragment.startsWith(`#${KEY}`);

/** The puzzle's text in such a fragment. Throws where it is damaged. */
export async function textIn(fragment) {
  if (!packed(fragment)) return written(fragment.slice(1));
  try {
    const bytes = await through(toBytes(fragment.slice(KEY.length + 1)), new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("this link is damaged: the puzzle behind # cannot be unpacked");
  }
}

/** A text without its escapes, if they are whole. */
function written(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
