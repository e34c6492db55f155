import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Drawing } from "../model/drawing/drawing.ts";
import { writeSvg } from "../model/drawing/write-svg.ts";
import { drawnLetters } from "./drawn-letters.ts";

// The thread of make-picture.ts: it paints one drawing and ends. The fonts are brought along, so that a picture is the
// same bytes on every machine.

const { drawing, zoom } = workerData as { readonly drawing: Drawing; readonly zoom: number };

/** The painter looks for one font for all letters of a text: so each script is a family of its own, and is named. */
const familyAt = (face: number) => `Letters ${face}`;
const familyOf = (letter: string, isBold: boolean) => {
  const face = drawnLetters(isBold).findIndex((one) => one.glyphOf(letter) !== undefined);
  return face < 0 ? undefined : familyAt(face);
};

await initWasm(readFileSync(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
const fontBuffers = [false, true].flatMap((isBold) => drawnLetters(isBold).map((face, n) => face.file(familyAt(n))));
const painter = new Resvg(writeSvg(drawing, familyOf), {
  fitTo: { mode: "zoom", value: zoom },
  font: { loadSystemFonts: false, fontBuffers, defaultFontFamily: familyAt(0), sansSerifFamily: familyAt(0) },
});
parentPort?.postMessage({ outcome: painter.render().asPng() });
