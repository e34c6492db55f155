import { z } from "zod";
import type { Building } from "../building.ts";
import { drawnLetters } from "../files/drawn-letters.ts";
import { makePicture } from "../files/make-picture.ts";
import type { Drawing } from "../model/drawing/drawing.ts";
import { isPrintable } from "../model/drawing/pdf-letters.ts";
import { writeDxf } from "../model/drawing/write-dxf.ts";
import { writePdf } from "../model/drawing/write-pdf.ts";
import { writeSvg } from "../model/drawing/write-svg.ts";
import type { Asking } from "../model/solids/solids.ts";

export const DrawingFormat = z.enum(["svg", "pdf", "dxf", "png"]).default("svg").describe("What kind of file");

export type DrawingFormat = z.output<typeof DrawingFormat>;

const SCALE_MAX = 10_000;
const SCALE_WORDS = /^\s*1\s*:\s*(\d{1,5})\s*$/;

/** N for 1:N, in figures or in words. */
export const Scale = z
  .union([z.number(), z.string().max(20)])
  .transform((given) => (typeof given === "number" ? given : Number(SCALE_WORDS.exec(given)?.[1])))
  .pipe(z.int().min(1).max(SCALE_MAX))
  .describe('N for 1:N; "1:N" is also taken');

/** A drawing as the bytes of a file, and what a reader of it should know. */
export async function drawingFile(drawing: Drawing, format: DrawingFormat, { scope, asking }: Building) {
  const content = await contentOf(drawing, format, scope.env.now(), asking);
  const lacking = drawing.marks.some((one) => one.mark === "text" && !(SHOWN[format]?.(one.words) ?? true));
  return { content, warnings: lacking ? LACKING[format] : [] };
}

async function contentOf(drawing: Drawing, format: DrawingFormat, atMs: number, asking: Asking) {
  switch (format) {
    case "svg":
      return writeSvg(drawing);
    case "dxf":
      return writeDxf(drawing);
    case "pdf":
      return writePdf(drawing, atMs, drawnLetters);
    case "png":
      return makePicture(drawing, asking);
  }
}

/** Whether a format has the letters of some words; the others have them all. */
const SHOWN: Partial<Record<DrawingFormat, (words: string) => boolean>> = {
  pdf: (words) => isPrintable(words, drawnLetters),
  png: (words) => isPrintable(words, drawnLetters),
};

const LACKING: Readonly<Record<DrawingFormat, readonly string[]>> = {
  svg: [],
  dxf: [],
  pdf: ["The PDF shows letters beyond Latin, Greek and Cyrillic as question marks; the SVG has them all."],
  png: ["The picture leaves out letters beyond Latin, Greek and Cyrillic; the SVG has them all."],
};
