import { describe, expect, test } from "vitest";
import { ENGINES, openTestKernel } from "../../../../test/kit/kernel.ts";
import { makeCorpus } from "../../../../test/kit/languages/corpus.ts";
import { WORD_LISTS } from "../../../../test/kit/languages/word-lists.ts";
import { EVERY_TENANT } from "../../installation.ts";

const FOUND_LEAST = 0.95;
/** So many more texts that the space is not ranked whole. */
const MORE = 50;

describe.each(ENGINES)("on %s", (engine) => {
  test.each(WORD_LISTS)("words of $name texts are found", async (lists) => {
    const kernel = await openTestKernel({ engine, embedder: "none", worlds: [] });
    const { texts, questions } = makeCorpus(lists);
    const filler = Array.from({ length: MORE }, (_, n) => ({ id: `more${n}`, text: `Page ${n} is left empty.` }));
    await kernel.derive(({ search }) =>
      search.index([...texts, ...filler].map((text) => ({ space: "s", unit: "passage", ...text }))),
    );
    const database = await kernel.parts.database();
    const missed: string[] = [];
    for (const { id, text } of questions) {
      const { hits, isSupported } = await database.read(EVERY_TENANT, (sql) =>
        kernel.parts.searchOn(sql, "local").find({ space: "s", text, limit: 3 }),
      );
      if (!isSupported || !hits.some(({ document }) => document.id === id)) missed.push(text);
    }
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(questions.length * (1 - FOUND_LEAST));
  });
});
