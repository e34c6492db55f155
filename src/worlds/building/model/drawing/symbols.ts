import type { Point } from "../element.ts";
import { area, line, lines, type Mark, words } from "./drawing.ts";

/** Metres that a scale bar may stand for, at the size that fits paper best. */
const BAR_METRES = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const BAR_MM = 50;
const BAR_PARTS = 5;

/** A bar of a round number of metres, in five parts, and as long as fits. */
export function scaleBar([x, y]: Point, scale: number): Mark[] {
  const metres = [...BAR_METRES].reverse().find((one) => (one * 1000) / scale <= BAR_MM) ?? 1;
  const part = (metres * 1000) / scale / BAR_PARTS;
  const boxes = Array.from({ length: BAR_PARTS }, (_, n) =>
    area(n % 2 === 0 ? "solid" : "blank", box(x + n * part, y, x + (n + 1) * part, y + 1.4)),
  );
  const label = (n: number, text: string) => words([x + n * part, y + 2.2], text, { size: 2.2, anchor: "middle" });
  return [...boxes, label(0, "0"), label(BAR_PARTS, `${metres} m`)];
}

/** North is up on every plan. */
export function northArrow([x, y]: Point): Mark[] {
  const [left, right]: [Point[], Point[]] = [
    [
      [x, y + 6],
      [x - 2.6, y - 4],
      [x, y - 2],
    ],
    [
      [x, y + 6],
      [x + 2.6, y - 4],
      [x, y - 2],
    ],
  ];
  return [
    { mark: "circle", pen: "symbol", middle: [x, y], radius: 4.6 },
    area("blank", left),
    area("solid", right),
    words([x, y + 7], "N", { size: 3.2, anchor: "middle", isBold: true }),
  ];
}

/** The name of a view under it, underlined, with its scale. */
export function viewTitle([x, y]: Point, title: string, scale: number): Mark[] {
  return [
    words([x, y + 1.6], title, { size: 4, isBold: true }),
    line("rule", [x, y], [x + Math.max(45, title.length * 2.6), y]),
    words([x, y - 3.6], `1:${scale}`, { size: 2.8 }),
  ];
}

/** A level line with its height, as sections have it. */
export function levelMark([x, y]: Point, to: number, name: string, metres: number): Mark[] {
  const sign = metres > 0 ? "+" : metres < 0 ? "-" : "±";
  return [
    line("level", [x, y], [to, y]),
    area("solid", [
      [x, y],
      [x - 1.5, y + 2.2],
      [x + 1.5, y + 2.2],
    ]),
    words([x - 2.4, y + 0.7], name, { size: 2.6, anchor: "end", isBold: true }),
    words([x - 2.4, y - 2.6], `${sign}${Math.abs(metres).toFixed(3)}`, { size: 2.3, anchor: "end" }),
  ];
}

/** A break through a drawing that goes on. */
export function breakLine(from: Point, to: Point): Mark {
  const at = (share: number, aside: number): Point => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const size = Math.hypot(dx, dy) || 1;
    return [from[0] + dx * share - (dy / size) * aside, from[1] + dy * share + (dx / size) * aside];
  };
  return lines("stair", [[at(-0.06, 0), at(0.44, 0), at(0.47, 1), at(0.53, -1), at(0.56, 0), at(1.06, 0)]]);
}

export function box(left: number, low: number, right: number, high: number): Point[] {
  return [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ];
}
