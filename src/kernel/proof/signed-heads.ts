import type { KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { replaceFile } from "../atomic-file.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Head } from "../events/index.ts";
import { isSignedBy, signText } from "./checkpoint-keys.ts";

const SignedHeads = z.strictObject({
  format: z.string(),
  logs: z.record(z.string(), z.strictObject({ seq: z.int().min(0), hash: z.string() })),
  signature: z.string(),
});

/** Where logs ended, as a file beside the database remembers it. */
export type Heads = ReadonlyMap<string, Head>;

/** What such a file says: nothing where there is none, and why it is not believed where it was changed. */
export type ReadHeads = { readonly heads: Heads | undefined } | { readonly problem: string };

export interface FileText {
  readonly text: string | undefined;
  readonly isMissing?: boolean;
}

/** Writes down where logs ended, signed, whole or not at all. */
export async function writeHeads(
  file: string,
  format: string,
  heads: Heads,
  key: KeyObject,
  newName: string,
): Promise<void> {
  const statement = {
    format,
    logs: Object.fromEntries([...heads].map(([tenant, { seq, hash }]) => [tenant, { seq, hash }])),
  };
  const signature = signText(key, canonicalJson(statement));
  await replaceFile(file, `${JSON.stringify({ ...statement, signature })}\n`, newName, { mode: 0o600 });
}

/** What stands in the file at this moment; whether it is believed is asked of `headsIn`. */
export async function readText(file: string): Promise<FileText> {
  try {
    return { text: await readFile(file, "utf8") };
  } catch (error) {
    return { text: undefined, isMissing: (error as NodeJS.ErrnoException).code === "ENOENT" };
  }
}

/**
 * What such a file says. It is to be read before the log is looked at: a log that is newer than the file has what the file
 * has seen, while one that is older may not have it yet.
 */
export function headsIn(read: FileText, format: string, trusted: ReadonlySet<string>): ReadHeads {
  const { text } = read;
  if (text === undefined) return read.isMissing === true ? { heads: undefined } : { problem: "it cannot be read" };
  const parsed = SignedHeads.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.format !== format) return { problem: "its content is not what was written there" };
  const { signature, ...statement } = parsed.data;
  if (![...trusted].some((key) => isSignedBy(key, canonicalJson(statement), signature))) {
    return { problem: "its signature does not fit its content" };
  }
  return { heads: new Map(Object.entries(statement.logs)) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
