import { inflateRawSync } from "node:zlib";

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENTRIES_MAX = 10_000;

/** One file of a ZIP archive; undefined where there is none or the archive is broken. It may not open into more than is said. */
export function readZipped(archive: Uint8Array, name: string, bytesMax: number): Uint8Array | "too_large" | undefined {
  const view = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const entry = findEntry(view, name);
    if (entry === undefined) return undefined;
    const { method, packedBytes, at } = entry;
    if (view.readUInt32LE(at) !== LOCAL_SIGNATURE) return undefined;
    const from = at + 30 + view.readUInt16LE(at + 26) + view.readUInt16LE(at + 28);
    const packed = view.subarray(from, from + packedBytes);
    if (method === STORED) return packed.length > bytesMax ? "too_large" : packed;
    return method === DEFLATED ? inflateRawSync(packed, { maxOutputLength: bytesMax }) : undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ERR_BUFFER_TOO_LARGE") return "too_large";
    if (code === "ERR_OUT_OF_RANGE" || code?.startsWith("Z_")) return undefined;
    throw error;
  }
}

function findEntry(view: Buffer, wanted: string) {
  const end = endOf(view);
  if (end === undefined) return undefined;
  const entries = Math.min(view.readUInt16LE(end + 10), ENTRIES_MAX);
  let at = view.readUInt32LE(end + 16);
  for (let seen = 0; seen < entries && view.readUInt32LE(at) === ENTRY_SIGNATURE; seen += 1) {
    const nameBytes = view.readUInt16LE(at + 28);
    if (view.toString("utf8", at + 46, at + 46 + nameBytes) === wanted) {
      return {
        method: view.readUInt16LE(at + 10),
        packedBytes: view.readUInt32LE(at + 20),
        at: view.readUInt32LE(at + 42),
      };
    }
    at += 46 + nameBytes + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  return undefined;
}

/** The archive's list stands before its end, behind which a comment may stand. */
function endOf(view: Buffer): number | undefined {
  const first = Math.max(0, view.length - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = view.length - END_BYTES; at >= first; at -= 1) {
    if (view.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  return undefined;
}
