import { unzlibSync } from "fflate";

/** The letters of a font, for programs that draw them. */
export interface FontFace {
  /** The place of a letter in the font; undefined where it has none. */
  glyphOf(letter: string): number | undefined;
  /** How wide a letter comes out, in thousandths of its size. */
  widthAt(glyph: number): number;
  /** The box around all letters and how far lines reach up and down, in the same unit. */
  readonly box: readonly [number, number, number, number];
  readonly ascent: number;
  readonly descent: number;
  /** As a file that knows itself by a family of this name, with only these tables where they are named. */
  file(family: string, tables?: readonly string[]): Uint8Array;
}

/** What a font needs to be drawn from, when somebody else says which letter goes where. */
export const OUTLINE_TABLES = ["cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"] as const;

const [HEAD_BYTES, ENTRY_BYTES] = [44, 20];
const TRUE_TYPE = 0x00010000;
const UNICODE_PLATFORMS = [3, 0];

/** Reads a font as the web packs it: tables, each by itself in zlib. */
export function readWoff(bytes: Uint8Array): FontFace {
  const data = viewOf(bytes);
  const tables = new Map<string, Uint8Array>();
  for (let n = 0; n < data.getUint16(12); n += 1) {
    const at = HEAD_BYTES + n * ENTRY_BYTES;
    const [from, packed, size] = [4, 8, 12].map((by) => data.getUint32(at + by)) as [number, number, number];
    const content = bytes.subarray(from, from + packed);
    tables.set(latin(bytes.subarray(at, at + 4)), packed < size ? unzlibSync(content) : content);
  }
  const table = (tag: string) => {
    const found = tables.get(tag);
    if (found === undefined) throw new TypeError(`the font has no table ${tag}`);
    return viewOf(found);
  };
  const [head, lines, widths] = [table("head"), table("hhea"), table("hmtx")];
  const [unit, measured] = [1000 / head.getUint16(18), lines.getUint16(34)];
  const glyphs = glyphsOf(table("cmap"));
  const scaled = (value: number) => Math.round(value * unit);
  return {
    glyphOf: (letter) => glyphs.get(letter.codePointAt(0) ?? 0),
    widthAt: (glyph) => scaled(widths.getUint16(4 * Math.min(glyph, measured - 1))),
    box: [36, 38, 40, 42].map((at) => scaled(head.getInt16(at))) as [number, number, number, number],
    ascent: scaled(lines.getInt16(4)),
    descent: scaled(lines.getInt16(6)),
    file(family, only) {
      const kept = [...tables].filter(([tag]) => only === undefined || only.includes(tag));
      return written(kept.map(([tag, content]) => [tag, tag === "name" ? nameTable(family) : content] as const));
    },
  };
}

/** Which letter is where: the segments of format 4, which all fonts of the web have. */
function glyphsOf(map: DataView): ReadonlyMap<number, number> {
  const all = new Map<number, number>();
  for (let n = 0; n < map.getUint16(2); n += 1) {
    const start = map.getUint32(8 + 8 * n);
    if (!UNICODE_PLATFORMS.includes(map.getUint16(4 + 8 * n)) || map.getUint16(start) !== 4) continue;
    const count = map.getUint16(start + 6) / 2;
    const [ends, starts] = [start + 14, start + 16 + 2 * count];
    const [deltas, offsets] = [starts + 2 * count, starts + 4 * count];
    for (let segment = 0; segment < count; segment += 1) {
      const by = 2 * segment;
      const [first, last] = [map.getUint16(starts + by), map.getUint16(ends + by)];
      const [delta, offset] = [map.getUint16(deltas + by), map.getUint16(offsets + by)];
      for (let code = first; code <= last && code < 0xffff; code += 1) {
        const own = offset === 0 ? code : map.getUint16(offsets + by + offset + 2 * (code - first));
        const glyph = own === 0 ? 0 : (own + delta) & 0xffff;
        if (glyph !== 0) all.set(code, glyph);
      }
    }
  }
  return all;
}

function written(tables: readonly (readonly [tag: string, content: Uint8Array])[]): Uint8Array {
  const aligned = (size: number) => (size + 3) & ~3;
  const first = 12 + 16 * tables.length;
  const all = new Uint8Array(tables.reduce((sum, [, content]) => sum + aligned(content.length), first));
  const data = viewOf(all);
  const power = Math.floor(Math.log2(tables.length));
  data.setUint32(0, TRUE_TYPE);
  data.setUint16(4, tables.length);
  data.setUint16(6, 16 * 2 ** power);
  data.setUint16(8, power);
  data.setUint16(10, 16 * (tables.length - 2 ** power));
  let at = first;
  tables.forEach(([tag, content], n) => {
    const entry = 12 + 16 * n;
    all.set(
      [...tag].map((letter) => letter.charCodeAt(0)),
      entry,
    );
    all.set(content, at);
    data.setUint32(entry + 4, checksum(data, at, aligned(content.length)));
    data.setUint32(entry + 8, at);
    data.setUint32(entry + 12, content.length);
    at += aligned(content.length);
  });
  return all;
}

function checksum(data: DataView, from: number, size: number): number {
  let sum = 0;
  for (let at = from; at < from + size; at += 4) sum = (sum + data.getUint32(at)) >>> 0;
  return sum;
}

/** A family, its name in full, and its name for printers. */
function nameTable(family: string): Uint8Array {
  const [ids, length] = [[1, 4, 6], 2 * family.length];
  const all = new Uint8Array(6 + 12 * ids.length + length);
  const data = viewOf(all);
  data.setUint16(2, ids.length);
  data.setUint16(4, 6 + 12 * ids.length);
  const entries = ids.flatMap((id) => [3, 1, 0x409, id, length, 0]);
  for (const [n, value] of entries.entries()) data.setUint16(6 + 2 * n, value);
  for (let n = 0; n < family.length; n += 1) data.setUint16(6 + 12 * ids.length + 2 * n, family.charCodeAt(n));
  return all;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
