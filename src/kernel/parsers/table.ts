import { readTableFile } from "../table-file.ts";

export function parseCsv(bytes: Uint8Array) {
  return readTableFile(textOf(bytes), [",", ";", "\t", "|"]);
}

export function parseTsv(bytes: Uint8Array) {
  return readTableFile(textOf(bytes), ["\t"]);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}
