import { expect, test } from "vitest";
import { openTestTruth } from "../../../../test/kit/truth.ts";

type TestTruth = Awaited<ReturnType<typeof openTestTruth>>;

async function stored(truth: TestTruth, row: object) {
  const answer = await truth.ask("store_structured", { idempotency_key: JSON.stringify(row), entities: [row] });
  const { entity_id } = answer.entities[0];
  const { snapshot, raw_fragments } = await truth.ask("retrieve_entity_snapshot", { entity_id });
  const codes = (answer.warnings ?? []).map(({ code }: { code: string }) => code);
  return { entity_id, snapshot, raw_fragments, codes };
}

test.each([
  ["1.234,56 €", 1234.56, "EUR"],
  ["$1,234.56", 1234.56, "USD"],
  ["1’234.56 CHF", 1234.56, "CHF"],
  ["-54,20 EUR", -54.2, "EUR"],
  ["¥12800", 12800, "JPY"],
])(
  "an amount that an agent passes on as %s is the number it means, with the words as its proof",
  async (words, amount, currency) => {
    const truth = await openTestTruth();
    const { entity_id, snapshot, codes } = await stored(truth, {
      entity_type: "invoice",
      invoice_number: "R-1",
      vendor: "Zoë & Söhne",
      total: words,
    });
    expect(snapshot).toMatchObject({ amount_due: amount, currency, vendor_name: "Zoë & Söhne" });
    expect(codes).toContain("VALUE_READ");
    for (const field of ["amount_due", "currency"]) {
      const { value, quote } = await truth.ask("retrieve_field_provenance", { entity_id, field });
      expect([value, quote.text]).toEqual([snapshot[field], words]);
    }
  },
);

test("a day is read where it can be only one; what may be two stays as it was given, and is told", async () => {
  const truth = await openTestTruth();
  const one = await stored(truth, { entity_type: "task", title: "Paint", due_date: "15.02.2026" });
  expect([one.snapshot.due_date, one.codes]).toEqual(["2026-02-15", expect.arrayContaining(["VALUE_READ"])]);

  const two = await stored(truth, { entity_type: "task", title: "Sow", due_date: "03/04/2026" });
  expect([two.snapshot.due_date, two.raw_fragments]).toEqual([undefined, { due_date: "03/04/2026" }]);
  expect(two.codes).toEqual(expect.arrayContaining(["AMBIGUOUS_DATE", "VALUE_DOES_NOT_FIT"]));

  const words = await stored(truth, { entity_type: "task", title: "Mow", due_date: "some time in June" });
  expect(words.raw_fragments).toEqual({ due_date: "some time in June" });
});

test("the same row again says nothing new, and what programs write is stored as before", async () => {
  const truth = await openTestTruth();
  const row = { entity_type: "invoice", invoice_number: "R-2", vendor_name: "Blitz", amount_due: "80,00 €" };
  const first = await truth.ask("store_structured", { idempotency_key: "a", entities: [row] });
  const again = await truth.ask("store_structured", { idempotency_key: "b", entities: [row] });
  expect([again.deduplicated, again.interpretation.observations_created]).toEqual([true, 0]);
  expect(again.entities[0].observation_id).toBe(first.entities[0].observation_id);

  const plain = await stored(truth, { entity_type: "invoice", invoice_number: "R-3", amount_due: 80, currency: "EUR" });
  expect([plain.snapshot.amount_due, plain.codes]).toEqual([80, ["MISSING_REQUIRED_FIELDS"]]);
});
