/** Tar is read and written in blocks of this size. */
export const BLOCK_BYTES = 512;

const NAME_BYTES = 100;
/** Eleven octal digits. */
const SIZE_MAX = 8 ** 11 - 1;
const CHECKSUM = [148, 156] as const;

/** What a header says: a file, or (type x) records that overrule the header after it. */
export interface TarHeader {
  readonly name: string;
  readonly size: number;
  readonly mode: number;
  readonly modifiedMs: number;
  readonly type: "0" | "x";
}

/** The header blocks of a file: one, or three where its name or size does not fit into one. */
export function toHeader(header: TarHeader): Buffer {
  const fits = /^[\x20-\x7e]*$/.test(header.name) && header.name.length <= NAME_BYTES && header.size <= SIZE_MAX;
  if (fits) return block(header);
  const records = Buffer.from(`${record("path", header.name)}${record("size", String(header.size))}`);
  const before = block({ ...header, name: "PaxHeader", size: records.length, type: "x" });
  const short = Buffer.from(header.name)
    .subarray(0, NAME_BYTES)
    .toString("latin1")
    .replaceAll(/[^\x20-\x7e]/g, "_");
  const after = block({ ...header, name: short, size: Math.min(header.size, SIZE_MAX) });
  return Buffer.concat([before, records, padding(records.length), after]);
}

/** What fills the last block of a file. */
export function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}

function block({ name, size, mode, modifiedMs, type }: TarHeader): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, NAME_BYTES, "latin1");
  header.write(octal(mode & 0o777, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(Math.max(0, Math.floor(modifiedMs / 1000)), 11), 136);
  header.write(type, 156);
  header.write("ustar\0" + "00", 257);
  header.write(`${octal(checksum(header), 6)}\0 `, CHECKSUM[0]);
  return header;
}

/** Its own length counts too. */
function record(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

/** The sum of all bytes, those of the sum itself counted as spaces. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= CHECKSUM[0] && at < CHECKSUM[1] ? 0x20 : byte), 0);
}

/** What a block says; undefined for one of zeros, which ends the archive, or for what is no header. */
export function fromHeader(header: Buffer): TarHeader | "end" | undefined {
  if (header.every((byte) => byte === 0)) return "end";
  if (Number.parseInt(header.toString("latin1", ...CHECKSUM), 8) !== checksum(header)) return undefined;
  const type = String.fromCharCode(header[156] ?? 0);
  if (type !== "0" && type !== "x") return undefined;
  const text = (from: number, to: number) => header.toString("latin1", from, to).replace(/\0.*$/s, "");
  const [size, mode, seconds] = [text(124, 136), text(100, 108), text(136, 148)].map((digits) =>
    Number.parseInt(digits, 8),
  ) as [number, number, number];
  return { name: text(0, NAME_BYTES), size, mode, modifiedMs: seconds * 1000, type };
}

/** The records of a header of type x. */
export function fromRecords(records: Buffer): { readonly path?: string; readonly size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < records.length; ) {
    const length = Number.parseInt(records.toString("latin1", at, at + 12), 10);
    if (!(length > 0)) break;
    const [, key, value] = /^\d+ (\w+)=(.*)\n$/s.exec(records.toString("utf8", at, at + length)) ?? [];
    if (key === "path" && value !== undefined) found.path = value;
    if (key === "size" && value !== undefined) found.size = Number(value);
    at += length;
  }
  return found;
}
