import { area, line, type Mark } from "../drawing/drawing.ts";
import { box } from "../drawing/symbols.ts";
import { type Element, type Point, text } from "../element.ts";
import type { SeenFace } from "./seen-faces.ts";

/** How wide the frame of a door or a window is drawn, and how much must be left within. */
const [FRAME_M, WITHIN_M] = [0.06, 0.1];
/** How far a face may reach away from who looks and still be seen squarely, and a corner lie off the box around it. */
const SQUARE_M = 1e-3;

/** The frame of a door or a window within its face, and where its leaves meet; none where it is seen aslant or in part. */
export function fillingLines(
  element: Element,
  { rings: [ring, second], near, far }: SeenFace,
  at: (p: Point) => Point,
): Mark[] {
  if (ring === undefined || second !== undefined || far - near > SQUARE_M) return [];
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const isBox = ring.every(
    ([x, y]) => Math.min(x - left, right - x) < SQUARE_M && Math.min(y - low, high - y) < SQUARE_M,
  );
  const [x0, x1, y1] = [left + FRAME_M, right - FRAME_M, high - FRAME_M];
  if (!isBox || x1 - x0 < WITHIN_M || y1 - low < FRAME_M + WITHIN_M) return [];
  const [middle, kind] = [(left + right) / 2, text(element, `${element.type}_type`)];
  const isInTwo = kind === "double" || kind === "sliding";
  const [from, to] = [at([x0, element.type === "door" ? low : low + FRAME_M]), at([x1, y1])];
  const leaves = isInTwo ? [line("pane", at([middle, low]), at([middle, high]))] : [];
  if (element.type === "door") return [line("pane", from, [from[0], to[1]], to, [to[0], from[1]]), ...leaves];
  return [area("pane", box(from[0], from[1], to[0], to[1])), ...leaves];
}
