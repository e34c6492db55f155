import { zlibSync } from "fflate";
import type { Point } from "../element.ts";
import { type Drawing, type Mark, onPaper } from "./drawing.ts";
import {
  createLetters,
  type FacesOf,
  faceObjects,
  type Letters,
  OBJECTS_PER_FACE,
  type Packed,
  utf16,
} from "./pdf-letters.ts";
import { penOf } from "./pens.ts";

const POINTS_PER_MM = 72 / 25.4;
const encoder = new TextEncoder();
/** A drawing as a PDF of one page, as large as its paper. The same drawing and time give the same bytes. */
export function writePdf(drawing: Drawing, atMs: number, facesOf: FacesOf): Uint8Array {
  const { width, height, title, marks } = drawing;
  const scale = onPaper(POINTS_PER_MM);
  const letters = createLetters(facesOf);
  const content = zlibSync(
    encoder.encode(
      [
        `${POINTS_PER_MM} 0 0 ${POINTS_PER_MM} 0 0 cm`,
        "1 J 1 j",
        ...marks.map((one) => (one.mark === "text" ? textOf(one, letters) : operatorsOf(one))),
      ].join("\n"),
    ),
  );
  const first = FIXED_OBJECTS + 1;
  const named = letters.used().map(({ name }, n) => `/${name} ${first + OBJECTS_PER_FACE * n} 0 R`);
  const page = [
    "<</Type/Page/Parent 2 0 R",
    `/MediaBox[0 0 ${onPaper(width * scale)} ${onPaper(height * scale)}]`,
    `/Resources<</Font<</F1 5 0 R/F2 6 0 R${named.join("")}>>>>/Contents 4 0 R>>`,
  ].join("");
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;
  return assembled([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    page,
    { entries: "", content },
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<</Title <feff${utf16(title)}>/Producer(Bailiwick)/CreationDate(${pdfTime(atMs)})>>`,
    ...letters.used().flatMap((one, n) => faceObjects(one, first + OBJECTS_PER_FACE * n)),
  ]);
}

/** Catalog, pages, page, content, two fonts and what is said about it all. */
const FIXED_OBJECTS = 7;

/** Objects one after the other, then where each begins. */
function assembled(objects: readonly (string | Packed)[]): Uint8Array {
  const parts: Uint8Array[] = [encoder.encode("%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n")];
  const size = () => parts.reduce((sum, part) => sum + part.length, 0);
  const starts = objects.map((object, index) => {
    const start = size();
    const head = `${index + 1} 0 obj\n`;
    if (typeof object === "string") parts.push(encoder.encode(`${head}${object}\nendobj\n`));
    else {
      parts.push(
        encoder.encode(`${head}<</Length ${object.content.length}/Filter/FlateDecode${object.entries}>>\nstream\n`),
      );
      parts.push(object.content, encoder.encode("\nendstream\nendobj\n"));
    }
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const trailer = `trailer\n<</Size ${count}/Root 1 0 R/Info ${FIXED_OBJECTS} 0 R>>\nstartxref\n${size()}\n%%EOF\n`;
  parts.push(encoder.encode(`xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`));
  const all = new Uint8Array(size());
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function operatorsOf(one: Exclude<Mark, { mark: "text" }>): string {
  const { weight, grey, fill, dash } = penOf(one.pen);
  const isFilled = fill !== undefined && one.mark !== "arc" && (one.mark === "circle" || one.isClosed);
  const paint = isFilled ? (weight === 0 ? "f*" : "B*") : "S";
  const state = [`${weight} w ${grey} G [${(dash ?? []).join(" ")}] 0 d`, ...(isFilled ? [`${fill} g`] : [])];
  return `${state.join(" ")} ${pathOf(one)} ${paint}`;
}

const at = ([x, y]: Point) => `${onPaper(x)} ${onPaper(y)}`;

function pathOf(one: Exclude<Mark, { mark: "text" }>): string {
  if (one.mark === "circle") return `${arcOf(one.middle, one.radius, 0, 360)} h`;
  if (one.mark === "arc") {
    const to = one.to > one.from ? one.to : one.to + 360;
    return arcOf(one.middle, one.radius, one.from, to);
  }
  return one.rings
    .map((ring) => {
      const [first, ...others] = ring.map(at);
      return `${first} m ${others.map((place) => `${place} l`).join(" ")}${one.isClosed ? " h" : ""}`;
    })
    .join(" ");
}

/** An arc as curves of at most a quarter turn. */
function arcOf([x, y]: Point, radius: number, from: number, to: number): string {
  const pieces = Math.max(1, Math.ceil((to - from) / 90));
  const step = ((to - from) / pieces / 180) * Math.PI;
  const reach = (4 / 3) * Math.tan(step / 4) * radius;
  const start = (from / 180) * Math.PI;
  const on = (angle: number): Point => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  const curves = Array.from({ length: pieces }, (_, n) => {
    const [a, b] = [start + n * step, start + (n + 1) * step];
    const [p, q] = [on(a), on(b)];
    const out: Point = [p[0] - reach * Math.sin(a), p[1] + reach * Math.cos(a)];
    const back: Point = [q[0] + reach * Math.sin(b), q[1] - reach * Math.cos(b)];
    return `${at(out)} ${at(back)} ${at(q)} c`;
  });
  return `${at(on(start))} m ${curves.join(" ")}`;
}

function textOf(
  { words, size, anchor, isBold, turned, at: [x, y] }: Mark & { readonly mark: "text" },
  letters: Letters,
): string {
  const runs = letters.runsOf(words, isBold);
  const wide = runs.reduce((sum, run) => sum + run.width(size), 0);
  const back = anchor === "start" ? 0 : wide * (anchor === "middle" ? 0.5 : 1);
  const radians = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const matrix = [cos, sin, -sin, cos, x - back * cos, y - back * sin].map(onPaper).join(" ");
  const shown = runs.map(({ font, hex }) => `/${font} ${onPaper(size)} Tf <${hex}> Tj`).join(" ");
  return `BT 0.07 g ${matrix} Tm ${shown} ET`;
}

function pdfTime(atMs: number): string {
  return `D:${new Date(atMs).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
}
