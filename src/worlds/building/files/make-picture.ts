import { refuse } from "../model/codes.ts";
import type { Drawing } from "../model/drawing/drawing.ts";
import type { Asking } from "../model/solids/solids.ts";
import { inThread } from "../model/thread.ts";

const WORKER = import.meta.url.endsWith(".ts")
  ? new URL("./picture-worker.ts", import.meta.url)
  : new URL("./picture-worker.js", import.meta.url);

const DOTS_PER_INCH = 150;
/** What a drawing's millimetres come to without a zoom. */
const DOTS_PER_INCH_PLAIN = 96;
const MM_PER_INCH = 25.4;
/** An A0 sheet has 35 million; four bytes each are held while it is painted. */
const DOTS_MAX = 40_000_000;

/** A drawing as a PNG of 150 dots an inch. */
export async function makePicture(drawing: Drawing, asking: Asking): Promise<Uint8Array> {
  const dots = (mm: number) => (mm / MM_PER_INCH) * DOTS_PER_INCH;
  if (dots(drawing.width) * dots(drawing.height) > DOTS_MAX) {
    throw refuse("out_of_range", "The paper is too large for a picture: draw it smaller, or as SVG or PDF", {
      argument: "format",
    });
  }
  const request = { drawing, zoom: DOTS_PER_INCH / DOTS_PER_INCH_PLAIN };
  return inThread(WORKER, request, "The painting of the picture", asking);
}
