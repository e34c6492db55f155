import { readFileSync } from "node:fs";
import { type IfcSchemas, parseSchemas } from "../model/ids/schema.ts";

const FILE = new URL("./ifc-schemas.txt", import.meta.url);

let kept: IfcSchemas | undefined;

/** Names and types of the IFC schemas, read when they are first asked for. */
export function ifcSchemas(): IfcSchemas {
  kept ??= parseSchemas(readFileSync(FILE, "utf8"));
  return kept;
}
