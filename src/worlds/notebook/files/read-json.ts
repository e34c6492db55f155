import { decodeText, textStart } from "./decode.ts";
import type { FileSource } from "./sources/file-source.ts";

/** A JSON file, or undefined when it is missing or is none. */
export async function readJson(source: FileSource, path: string): Promise<unknown> {
  const file = await source.read(path);
  const text = file.kind === "file" ? decodeText(file.bytes) : undefined;
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.slice(textStart(text)));
  } catch {
    return undefined;
  }
}
