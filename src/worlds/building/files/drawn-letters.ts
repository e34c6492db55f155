import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type FontFace, readWoff } from "../model/drawing/font-face.ts";

/** The fonts that are brought along: one family in two weights, a file for each script. */
const SCRIPTS = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"];

const kept = new Map<boolean, readonly FontFace[]>();

/** The faces that have letters of a weight, the commonest script first; read when they are first asked for. */
export function drawnLetters(isBold: boolean): readonly FontFace[] {
  const known = kept.get(isBold);
  if (known !== undefined) return known;
  const faces = SCRIPTS.map((script) => {
    const file = import.meta.resolve(`@fontsource/arimo/files/arimo-${script}-${isBold ? 700 : 400}-normal.woff`);
    return readWoff(readFileSync(fileURLToPath(file)));
  });
  kept.set(isBold, faces);
  return faces;
}
