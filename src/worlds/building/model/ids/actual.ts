import type { IfcLineValue } from "../../../../kernel/index.ts";
import type { Actual } from "./matching.ts";
import type { IfcSchema } from "./schema.ts";

/** What an attribute or a property says: nothing, a value, or something that is no value. */
export type Said = "nothing" | "object" | Actual;

/** Reads a value by its own type, or by the one its attribute has. Unknown is as good as nothing. */
export function saidBy(schema: IfcSchema, value: IfcLineValue | undefined, attributeType: string): Said {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : "object";
  if (typeof value === "object") {
    if ("derived" in value) return "nothing";
    if ("type" in value) return saidBy(schema, value.value, value.type);
    if ("word" in value) return wordOf(schema, value.word, attributeType);
    return "object";
  }
  if (typeof value === "string") return { kind: "string", type: attributeType, value };
  const kind = schema.kindOf(attributeType) === "integer" ? "integer" : "real";
  return { kind, type: attributeType, value: value as number };
}

function wordOf(schema: IfcSchema, word: string, type: string): Said {
  const kind = schema.kindOf(type);
  if (kind !== "boolean" && kind !== "logical") return { kind: "enumeration", type, value: word };
  if (word === "U") return "nothing";
  return { kind, type, value: word === "T" };
}
