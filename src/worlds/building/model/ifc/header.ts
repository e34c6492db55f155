import { ifcSchemaOf } from "../../../../kernel/index.ts";

/** Why a file is not read, before any of it is parsed. */
export type HeaderFault =
  | { readonly fault: "not_ifc" | "truncated" | "packed" }
  | { readonly fault: "schema"; readonly declared: string };

const HEADER_BYTES = 64 * 1024;
const FOOTER_BYTES = 1024;
const TEXT_OR_COMMENT = /'(?:[^']|'')*'|\/\*[\s\S]*?\*\//g;
/** An IFC file is ASCII; what is not is in quotes. */
const decoder = new TextDecoder("latin1");

/** Looks at both ends of a file: a STEP file says there what it is and that it is whole. */
export function headerFault(bytes: Uint8Array): HeaderFault | undefined {
  const head = decoder.decode(bytes.subarray(0, HEADER_BYTES)).replace(/^(\xef\xbb\xbf)?\s*/, "");
  if (head.startsWith("PK")) return { fault: "packed" };
  if (!head.startsWith("ISO-10303-21")) return { fault: "not_ifc" };
  const bare = head.replace(TEXT_OR_COMMENT, (part) => (part.startsWith("'") ? part : " "));
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(bare)?.[1];
  if (schema === undefined) return { fault: "not_ifc" };
  if (ifcSchemaOf(schema) === undefined) return { fault: "schema", declared: schema };
  const foot = decoder.decode(bytes.subarray(-FOOTER_BYTES));
  return /END-ISO-10303-21\s*;/.test(foot) ? undefined : { fault: "truncated" };
}

const LENGTH_UNIT = "LENGTHUNIT";

/** Whether a file says anywhere what its lengths are in; those that do not are read as metres. */
export function saysLengthUnit(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(LENGTH_UNIT);
}
