/** Why a file is not read, before any of it is parsed. */
export type HeaderFault =
  | { readonly fault: "not_ifc" | "truncated" | "packed" }
  | { readonly fault: "schema"; readonly declared: string };

/** What can be read. Other editions of IFC4X3 lay their instances out differently. */
const SCHEMAS = new Set(["IFC2X3", "IFC4", "IFC4X3", "IFC4X3_ADD1", "IFC4X3_ADD2"]);
const HEADER_BYTES = 64 * 1024;
const FOOTER_BYTES = 1024;
/** An IFC file is ASCII; what is not is in quotes. */
const decoder = new TextDecoder("latin1");

/** Looks at both ends of a file: a STEP file says there what it is and that it is whole. */
export function headerFault(bytes: Uint8Array): HeaderFault | undefined {
  const head = decoder.decode(bytes.subarray(0, HEADER_BYTES)).replace(/^(\xef\xbb\xbf)?\s*/, "");
  if (head.startsWith("PK")) return { fault: "packed" };
  if (!head.startsWith("ISO-10303-21")) return { fault: "not_ifc" };
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(head)?.[1];
  if (schema === undefined) return { fault: "not_ifc" };
  if (!SCHEMAS.has(schema.toUpperCase())) return { fault: "schema", declared: schema };
  const foot = decoder.decode(bytes.subarray(-FOOTER_BYTES));
  return /END-ISO-10303-21\s*;/.test(foot) ? undefined : { fault: "truncated" };
}
