import { describe, expect, test } from "vitest";
import { DOCUMENTS } from "../../../../test/kit/documents.ts";
import { planErasure, rowsAfter } from "../../../../test/kit/erased-truth.ts";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { type Answer, openTestTruth, type TestTruth } from "../../../../test/kit/truth.ts";

async function storeAll(truth: TestTruth): Promise<Record<string, Answer>> {
  const stored: Record<string, Answer> = {};
  for (const [name, { type, content }] of Object.entries(DOCUMENTS)) {
    stored[name] = await truth.ask("store_unstructured", {
      idempotency_key: name,
      file_content: content.toString("base64"),
      mime_type: type,
      original_filename: name,
    });
  }
  return stored;
}

/** Every field of every entity, with its quote. */
async function quotesOf(truth: TestTruth) {
  const { entities } = await truth.ask("retrieve_entities", { limit: 1000 });
  const found: { type: string; field: string; value: unknown; quote: Answer; mime: string }[] = [];
  for (const { id, entity_type } of entities) {
    const { snapshot, raw_fragments = {} } = await truth.snapshot(id);
    for (const field of Object.keys({ ...snapshot, ...raw_fragments })) {
      const { value, quote, source_material, untrusted } = await truth.ask("retrieve_field_provenance", {
        entity_id: id,
        field,
      });
      expect(untrusted).toBe(true);
      found.push({ type: entity_type, field, value, quote, mime: source_material.mime_type });
    }
  }
  return found;
}

describe.each(ENGINES)("on %s", (engine) => {
  test("every value read from a file opens the words that say it, in the bytes that are kept", async () => {
    const truth = await openTestTruth({ engine });
    const stored = await storeAll(truth);
    for (const [name, answer] of Object.entries(stored)) {
      expect([name, answer.error, answer.interpretation?.entities_created > 0]).toEqual([name, undefined, true]);
    }
    const quotes = await quotesOf(truth);
    // Which row of a dataset it is was counted, and a name of two columns put together: no words of the file say them.
    const made = quotes.filter(
      ({ type, field, mime }) =>
        (type === "dataset_row" && /^(?:dataset_id|row_number)$/.test(field)) ||
        (type === "contact" && field === "name" && mime === "text/csv"),
    );
    expect(quotes.filter(({ quote }) => quote === null)).toEqual(made);
    for (const { field, value, quote } of quotes) {
      if (quote !== null) expect(Buffer.byteLength(quote.text)).toBe(quote.end - quote.start);
      if (field === "subject" || field === "body") expect(quote.text).toBe(value);
    }
    const amount = quotes.find(
      ({ type, field, value }) => type === "invoice" && field === "amount_due" && value === 99.5,
    );
    expect(amount?.quote).toMatchObject({ text: "$ 99.50", part: "text", page: 3 });
    expect(await truth.verify({ full: true })).toMatchObject({ damage: [], findings: [] });
  });

  test("the same files give the same entities in another folder, and nothing new the second time", async () => {
    const [one, other] = [await openTestTruth({ engine }), await openTestTruth({ engine })];
    await storeAll(one);
    const root = await one.root();
    await storeAll(other);
    expect(await other.root()).toBe(root);
    const { type, content } = DOCUMENTS["offer.eml"] ?? { type: "", content: Buffer.from("") };
    const again = await one.ask("store_unstructured", {
      idempotency_key: "again",
      file_content: content.toString("base64"),
      mime_type: type,
    });
    expect(again).toMatchObject({ deduplicated: true, warnings: [{ code: "ALREADY_INTERPRETED" }] });
    expect(await one.root()).toBe(root);
  });
});

test("what belongs together in a file is linked, and says in which", async () => {
  const truth = await openTestTruth();
  const stored = await storeAll(truth);
  const { entities } = await truth.ask("retrieve_entities", { entity_type: "email" });
  const { entities: related, relationships } = await truth.ask("retrieve_related_entities", {
    entity_id: entities[0].id,
  });
  expect(related.map(({ entity_type }: Answer) => entity_type).sort()).toEqual([
    "contact",
    "contact",
    "contact",
    "event",
  ]);
  expect(relationships[0].metadata).toEqual({ stated_in: stored["offer.eml"].source_id });
});

test("a source that is erased takes the texts with it that were read out of it", async () => {
  const truth = await openTestTruth();
  const stored = await storeAll(truth);
  const { source_id } = stored["invoice.pdf"];
  const erased = await planErasure(truth, "source", source_id);
  // The file, and the text of its pages.
  expect(erased.blobs).toHaveLength(2);
  const { truth_quote = [] } = await rowsAfter(truth, erased);
  expect(JSON.stringify([...erased.entries.values(), truth_quote])).not.toContain(erased.blobs[0]);
  expect(JSON.stringify([...erased.entries.values(), truth_quote])).not.toContain(erased.blobs[1]);
});
