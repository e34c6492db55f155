import { ifcSchemaOf } from "../../ifc-file.ts";

const HEADER_BYTES = 64 * 1024;
const SCHEMA = /(FILE_SCHEMA\s*\(\s*\(\s*)('[^']*')/i;
/** By which names the engine knows the schemas. */
const ENGINE_NAMES = new Set(["IFC2X3", "IFC4", "IFC4X3", "IFC4X3_ADD2"]);

/** The file as the engine reads it: its letters in UTF-8, and its schema by the name that the engine knows. */
export function readableBytes(bytes: Uint8Array): Uint8Array {
  return withKnownSchema(inUtf8(bytes));
}

/** A STEP file is ASCII; programs that write other letters as they are mean UTF-8 or the letters of Windows. */
function inUtf8(bytes: Uint8Array): Uint8Array {
  if (!bytes.some((byte) => byte > 0x7f)) return bytes;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return bytes;
  } catch {
    return new TextEncoder().encode(new TextDecoder("latin1").decode(bytes));
  }
}

/** Nothing else moves: what the name is shorter by is blank. */
function withKnownSchema(bytes: Uint8Array): Uint8Array {
  const head = withoutComments(Buffer.from(bytes.subarray(0, HEADER_BYTES)).toString("latin1"));
  const found = SCHEMA.exec(head);
  const declared = found?.[2]?.slice(1, -1) ?? "";
  const schema = ifcSchemaOf(declared);
  if (found === null || schema === undefined || ENGINE_NAMES.has(declared.toUpperCase())) return bytes;
  const known = Uint8Array.from(bytes);
  const name = `'${schema}'`.padEnd(declared.length + 2);
  known.set(Buffer.from(name, "latin1"), found.index + (found[1] ?? "").length);
  return known;
}

/** A header without its comments, each character where it was. */
export function withoutComments(head: string): string {
  return head.replace(/'(?:[^']|'')*'|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith("'") ? part : " ".repeat(part.length),
  );
}
