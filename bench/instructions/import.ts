import { readdirSync } from "node:fs";
import { join } from "node:path";
import { makeEntry } from "./corpus.ts";
import { answerIn, openLineClient } from "./line-client.ts";

const BAD = 7;

export interface ImportResult {
  readonly entries: number;
  readonly ms: number;
  readonly requestBytes: number;
  readonly imported: number;
  /** Entries that were refused, each with its own reason; the rest was imported. */
  readonly refused: number;
  readonly files: number;
}

/** One call that imports all entries, a few of them without a body. */
export async function measureImport(folder: string, entries: number): Promise<ImportResult> {
  const data = join(folder, "import");
  const bad = new Set(Array.from({ length: BAD }, (_, index) => Math.floor((entries / BAD) * index) + 3));
  const given = Array.from({ length: entries }, (_, n) => {
    const { body, ...rest } = makeEntry(n);
    return bad.has(n) ? rest : { ...rest, body };
  });
  const client = await openLineClient(data, { MCP_ENABLE_MUTATION: "1" });
  try {
    const asked = await client.ask("instructions/import", { entries: given, mode: "skip" });
    const { imported, errors } = answerIn(asked);
    const files = readdirSync(join(data, "instructions")).filter((name) => name.startsWith("rule-")).length;
    return {
      entries,
      ms: asked.ms,
      requestBytes: Buffer.byteLength(JSON.stringify(given)),
      imported,
      refused: errors.length,
      files,
    };
  } finally {
    await client.close();
  }
}
