import type { Point } from "../element.ts";
import { type Drawing, type Mark, onPaper } from "./drawing.ts";
import { PENS, type Pen, penOf } from "./pens.ts";

/** The family of a font that has a letter, for a painter that does not look for one itself. */
export type FamilyOf = (letter: string, isBold: boolean) => string | undefined;

/** A drawing as SVG, in millimetres of paper. Each mark names its pen as a class, so a reader can restyle or count them. */
export function writeSvg({ title, width, height, marks }: Drawing, familyOf?: FamilyOf): string {
  const used = new Set(marks.flatMap((one) => (one.mark === "text" ? [] : [one.pen])));
  const [w, h] = [onPaper(width), onPaper(height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}mm" height="${h}mm" viewBox="0 0 ${w} ${h}">`,
    `<title>${escaped(title)}</title><style>${styles(used)}</style>`,
    `<rect width="${w}" height="${h}" fill="#fff"/>`,
    ...marks.map((one) => svgOf(one, height, familyOf)),
    "</svg>",
    "",
  ].join("\n");
}

function styles(used: ReadonlySet<Pen>): string {
  const pens = (Object.keys(PENS) as Pen[]).filter((pen) => used.has(pen));
  const rules = pens.map((pen) => {
    const { weight, grey, fill, dash } = penOf(pen);
    const stroke = weight === 0 ? "none" : hex(grey);
    const dashes = dash === undefined ? "" : `;stroke-dasharray:${dash.join(" ")}`;
    return `.${pen}{fill:${fill === undefined ? "none" : hex(fill)};stroke:${stroke};stroke-width:${weight}${dashes}}`;
  });
  return [
    "text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;fill:#111}path{stroke-linejoin:round}",
    ...rules,
  ].join("");
}

function svgOf(one: Mark, height: number, familyOf: FamilyOf | undefined): string {
  // On screens y goes down.
  const at = ([x, y]: Point) => `${onPaper(x)} ${onPaper(height - y)}`;
  switch (one.mark) {
    case "path": {
      const close = one.isClosed ? "Z" : "";
      const rings = one.rings.map((ring) => `M${ring.map(at).join("L")}${close}`);
      const rule = one.isClosed && one.rings.length > 1 ? ' fill-rule="evenodd"' : "";
      return `<path class="${one.pen}"${rule} d="${rings.join("")}"/>`;
    }
    case "arc": {
      const [from, to] = [onCircle(one, one.from), onCircle(one, one.to)];
      const isLarge = (((one.to - one.from) % 360) + 360) % 360 > 180 ? 1 : 0;
      const size = onPaper(one.radius);
      return `<path class="${one.pen}" d="M${at(from)}A${size} ${size} 0 ${isLarge} 0 ${at(to)}"/>`;
    }
    case "circle": {
      const [x, y] = at(one.middle).split(" ");
      return `<circle class="${one.pen}" cx="${x}" cy="${y}" r="${onPaper(one.radius)}"/>`;
    }
    case "text":
      return textOf(one, at(one.at), familyOf);
  }
}

function textOf(one: Mark & { readonly mark: "text" }, at: string, familyOf: FamilyOf | undefined): string {
  const [x, y] = at.split(" ");
  const anchor = one.anchor === "start" ? "" : ` text-anchor="${one.anchor}"`;
  const weight = one.isBold ? ' font-weight="bold"' : "";
  const turn = one.turned === 0 ? "" : ` transform="rotate(${onPaper(-one.turned)} ${at})"`;
  return `<text x="${x}" y="${y}" font-size="${onPaper(one.size)}"${anchor}${weight}${turn}>${spans(one.words, one.isBold, familyOf)}</text>`;
}

/** Letters that one font has, one after the other. */
function spans(words: string, isBold: boolean, familyOf: FamilyOf | undefined): string {
  if (familyOf === undefined) return escaped(words);
  const runs: { family: string | undefined; words: string }[] = [];
  for (const letter of words.normalize("NFC")) {
    const family = familyOf(letter, isBold);
    const last = runs.at(-1);
    if (last?.family === family && last !== undefined) last.words += letter;
    else runs.push({ family, words: letter });
  }
  return runs
    .map(({ family, words: some }) =>
      family === undefined ? escaped(some) : `<tspan font-family="${escaped(family)}">${escaped(some)}</tspan>`,
    )
    .join("");
}

/** The point of a circle at an angle in degrees. */
function onCircle({ middle, radius }: { middle: Point; radius: number }, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  return [middle[0] + radius * Math.cos(radians), middle[1] + radius * Math.sin(radians)];
}

function hex(grey: number): string {
  const part = Math.round(grey * 255)
    .toString(16)
    .padStart(2, "0");
  return `#${part.repeat(3)}`;
}

function escaped(words: string): string {
  return words
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
