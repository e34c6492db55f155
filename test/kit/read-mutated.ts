import { expect } from "vitest";
import type { Parse } from "../../src/kernel/parse.ts";
import { interpretFile } from "../../src/worlds/truth/files/interpret/interpret-file.ts";
import { parseMimeType } from "../../src/worlds/truth/files/mime-type.ts";
import { placeQuotes } from "../../src/worlds/truth/files/quote/place-quotes.ts";
import { quoteHash } from "../../src/worlds/truth/model/quote.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

interface Mutated {
  readonly type: string;
  readonly content: Buffer;
}

/** Reads a spoilt file: whatever it says, it says it with words that stand where they are said to. */
export async function expectHonest({ type, content }: Mutated, parse: Parse): Promise<void> {
  const env = createSimulatedEnv("mutated");
  const file = { content, type: parseMimeType(type), sourceId: "source" };
  const { rows, warnings } = await interpretFile(file, { parse, env });
  for (const { code, message } of warnings) expect([code, message]).toEqual([expect.any(String), expect.any(String)]);
  const { rows: quoted, parts } = await placeQuotes(env, rows ?? []);
  const texts = new Map(parts.map((part) => [part.sha256, part.content]));
  for (const { quotes = {} } of quoted) {
    for (const { start, end, hash, in: inside } of Object.values(quotes)) {
      const bytes = inside === undefined ? content : texts.get(inside);
      expect(quoteHash(bytes?.subarray(start, end).toString("utf8") ?? "")).toBe(hash);
    }
  }
}
