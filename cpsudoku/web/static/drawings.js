// Drawings of other programs that state no rule: lines, shapes and texts, in the coordinates of SudokuPad.

import { svg } from "./dom.js";

const CELL = 64;   // a cell in units of a line's thickness and of a font's size

/** The drawings of a sheet as nodes of the ink, those below first. */
export function drawn(sheet, place) {
  const { underlays = [], lines = [], arrows = [], overlays = [], cages = [] } = sheet.beside.drawings ?? {};
  const at = ([row, column]) => [place.left + column * place.step, place.top + row * place.step];
  return [
    ...underlays.map((one) => shape(one, at, place)), ...lines.map((one) => line(one, at, place)),
    ...arrows.map((one) => line(one, at, place)), ...cages.flatMap((one) => cage(one, at, place)),
    ...overlays.map((one) => shape(one, at, place)),
  ];
}

function line({ wayPoints = [], color = "#888888", thickness = 4 }, at, { step }) {
  return svg("polyline", {
    points: wayPoints.map((point) => at(point).join(",")).join(" "), fill: "none", stroke: color,
    "stroke-width": (thickness * step) / CELL, "stroke-linecap": "round", "stroke-linejoin": "round",
  });
}

function shape(one, at, { step }) {
  const [x, y] = at(one.center), wide = (one.width || 0) * step, high = (one.height || 0) * step;
  const turn = one.angle ? `rotate(${one.angle} ${x} ${y})` : null;
  return svg("g", { transform: turn },
    (one.backgroundColor || one.borderColor) && svg("rect", {
      x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: one.rounded ? Math.min(wide, high) / 2 : 0,
      fill: one.backgroundColor ?? "none", stroke: one.borderColor ?? "none", "stroke-width": step / 40,
    }),
    one.text && svg("text", {
      x, y: y + ((one.fontSize ?? 20) * step * 0.36) / CELL, "text-anchor": "middle",
      "font-size": ((one.fontSize ?? 20) * step) / CELL, fill: one.textColor ?? one.color ?? "currentColor",
    }, String(one.text)));
}

function cage({ cells = [], value, outlineC = "#888888" }, at, { step }) {
  const inset = step * 0.08;
  const boxes = cells.map((cell) => {
    const [x, y] = at(cell);
    return svg("rect", {
      x: x + inset, y: y + inset, width: step - 2 * inset, height: step - 2 * inset, fill: "none", stroke: outlineC,
      "stroke-dasharray": step / 12,
    });
  });
  if (!cells.length || !value) return boxes;
  const [x, y] = at(cells[0]);
  return [...boxes, svg("text", { x: x + inset, y: y + 0.26 * step, "font-size": step * 0.2 }, String(value))];
}
