import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../../../kernel/index.ts";
import { CAREFULLY, codeOf } from "./read-file.ts";

/** The hashes that were declared canonical, by id: what instructions/export answered once, or its items alone. Or why not. */
export function readCanonical(dataFolder: string): ReadonlyMap<string, string> | string {
  let text: string;
  try {
    text = readFileSync(join(dataFolder, "snapshots", "canonical-instructions.json"), {
      encoding: "utf8",
      flag: CAREFULLY,
    });
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "there is no snapshot" : "the snapshot cannot be read";
  }
  try {
    const parsed: unknown = JSON.parse(text);
    const items: unknown = isJsonObject(parsed) ? parsed.items : parsed;
    if (!Array.isArray(items) || !items.every(isItem)) return "the snapshot is not a list of {id, sourceHash}";
    return new Map(items.map(({ id, sourceHash }) => [id, sourceHash]));
  } catch {
    return "the snapshot is not valid JSON";
  }
}

function isItem(value: unknown): value is { id: string; sourceHash: string } {
  return isJsonObject(value) && typeof value.id === "string" && typeof value.sourceHash === "string";
}
