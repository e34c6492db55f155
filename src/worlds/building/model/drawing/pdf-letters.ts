import { zlibSync } from "fflate";
import { type FontFace, OUTLINE_TABLES } from "./font-face.ts";
import { widthOf } from "./helvetica.ts";

/** The faces that are brought along for letters that the fonts of every reader lack. */
export type FacesOf = (isBold: boolean) => readonly FontFace[];

/** Letters one after the other that one font shows. */
interface Run {
  readonly font: string;
  readonly hex: string;
  width(size: number): number;
}

/** A face as a page names it, with the letters of it that are shown. */
export interface UsedFace {
  readonly name: string;
  readonly face: FontFace;
  readonly glyphs: ReadonlyMap<number, string>;
}

/** Bytes that are packed, with what is said of them besides. */
export interface Packed {
  readonly entries: string;
  readonly content: Uint8Array;
}

export type Letters = ReturnType<typeof createLetters>;

/** What the fonts of every reader have beyond Latin-1, by the place it has in them. */
const BEYOND_LATIN: Readonly<Record<string, number>> = Object.fromEntries(
  [..."€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ"].map((letter, n) => [letter, 0x80 + n] as const),
);
const UNKNOWN = 0x3f;

/** Whether a PDF can show some words. */
export function isPrintable(words: string, facesOf: FacesOf): boolean {
  return [...words.normalize("NFC")].every(
    (letter) => placeOf(letter) !== undefined || faceOf(letter, facesOf(false)) !== undefined,
  );
}

/** Finds the font for each letter of a document, and remembers which faces have to be brought along. */
export function createLetters(facesOf: FacesOf) {
  const used = new Map<FontFace, { readonly name: string; readonly glyphs: Map<number, string> }>();

  function kept(face: FontFace) {
    const known = used.get(face) ?? { name: `L${used.size + 1}`, glyphs: new Map<number, string>() };
    used.set(face, known);
    return known;
  }
  return {
    runsOf(words: string, isBold: boolean): readonly Run[] {
      const runs: { face: FontFace | undefined; letters: string[] }[] = [];
      for (const letter of words.normalize("NFC")) {
        const face = placeOf(letter) === undefined ? faceOf(letter, facesOf(isBold)) : undefined;
        const last = runs.at(-1);
        if (last !== undefined && last.face === face) last.letters.push(letter);
        else runs.push({ face, letters: [letter] });
      }
      return runs.map(({ face, letters }) => {
        if (face === undefined) {
          return {
            font: isBold ? "F2" : "F1",
            hex: letters.map((letter) => (placeOf(letter) ?? UNKNOWN).toString(16).padStart(2, "0")).join(""),
            width: (size) => widthOf(letters.join(""), size, isBold),
          };
        }
        const { name, glyphs } = kept(face);
        const places = letters.map((letter) => {
          const glyph = face.glyphOf(letter) ?? 0;
          glyphs.set(glyph, letter);
          return glyph;
        });
        return {
          font: name,
          hex: places.map(hex4).join(""),
          width: (size) => (places.reduce((sum, glyph) => sum + face.widthAt(glyph), 0) * size) / 1000,
        };
      });
    },
    used: (): readonly UsedFace[] => [...used].map(([face, known]) => ({ ...known, face })),
  };
}

function faceOf(letter: string, faces: readonly FontFace[]): FontFace | undefined {
  return faces.find((face) => face.glyphOf(letter) !== undefined);
}

function placeOf(letter: string): number | undefined {
  const code = letter.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
  return code === 0 ? undefined : BEYOND_LATIN[letter];
}

/** How many objects `faceObjects` makes. */
export const OBJECTS_PER_FACE = 5;
const SYMBOLIC = 4;

/** A face as objects of a document, of which the first has this number: letters go by their place in the font. */
export function faceObjects({ name, face, glyphs }: UsedFace, first: number): (string | Packed)[] {
  const family = `BWL${"ABCDEFGHIJ"[Number(name.slice(1)) % 10]}AA+Letters-${name}`;
  const all = [...glyphs].sort(([a], [b]) => a - b);
  const widths = all.map(([glyph]) => `${glyph}[${face.widthAt(glyph)}]`).join("");
  const file = face.file(family, OUTLINE_TABLES);
  const meanings = all.map(([glyph, letter]) => `<${hex4(glyph)}> <${utf16(letter)}>`);
  return [
    `<</Type/Font/Subtype/Type0/BaseFont/${family}/Encoding/Identity-H/DescendantFonts[${first + 1} 0 R]/ToUnicode ${first + 4} 0 R>>`,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${family}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${first + 2} 0 R/DW 1000/W[${widths}]/CIDToGIDMap/Identity>>`,
    `<</Type/FontDescriptor/FontName/${family}/Flags ${SYMBOLIC}/FontBBox[${face.box.join(" ")}]/ItalicAngle 0/Ascent ${face.ascent}/Descent ${face.descent}/CapHeight ${face.ascent}/StemV 80/FontFile2 ${first + 3} 0 R>>`,
    { entries: `/Length1 ${file.length}`, content: zlibSync(file) },
    { entries: "", content: zlibSync(new TextEncoder().encode(unicodeMap(meanings))) },
  ];
}

/** So that words can be found and copied. */
function unicodeMap(meanings: readonly string[]): string {
  const blocks: string[] = [];
  for (let at = 0; at < meanings.length; at += 100) {
    const some = meanings.slice(at, at + 100);
    blocks.push(`${some.length} beginbfchar`, ...some, "endbfchar");
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ...blocks,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

/** Words as the units of UTF-16, in figures. */
export function utf16(words: string): string {
  return Array.from({ length: words.length }, (_, n) => hex4(words.charCodeAt(n))).join("");
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, "0");
}
