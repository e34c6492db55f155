import { expect, test } from "vitest";
import { openTestTruth } from "../kit/truth.ts";

// What became of each row that was stored, told with the answer: nothing is replaced in silence.

test("two notes of one title: the second call says whom it joined, why, and what it replaced", async () => {
  const truth = await openTestTruth();
  const store = (key: string, ...entities: object[]) =>
    truth.ask("store_structured", { idempotency_key: key, entities });
  const note = (content: string) => ({ entity_type: "note", title: "Meeting notes", content });

  const first = await store("monday", note("The budget is approved."));
  expect(first.entities).toMatchObject([{ joined: "new", rule: "title", words: "meeting notes" }]);
  expect(first.entities[0].changed).toBeUndefined();

  const second = await store("tuesday", note("We hire two people."));
  expect(second.entities).toMatchObject([
    {
      joined: "existing",
      rule: "title",
      words: "meeting notes",
      changed: { content: ["The budget is approved.", "We hire two people."] },
    },
  ]);
  expect(second.warnings).toContainEqual({
    code: "VALUE_REPLACED",
    message: expect.any(String),
    details: { row: 0, entity_id: first.entities[0].entity_id, fields: ["content"] },
  });
});

test("within one call each row sees the rows before it", async () => {
  const truth = await openTestTruth();
  const rent = (due_date: string) => ({ entity_type: "task", title: "Pay rent", status: "open", due_date });

  const { entities, warnings } = await truth.ask("store_structured", {
    idempotency_key: "rent",
    entities: [rent("2026-01-01"), rent("2026-02-01"), rent("2026-02-01")],
  });

  expect(entities.map(({ joined }: { joined: string }) => joined)).toEqual(["new", "existing", "existing"]);
  const replaced = warnings.filter(({ code }: { code: string }) => code === "VALUE_REPLACED");
  const winner = (await truth.snapshot(entities[0].entity_id)).snapshot.due_date;
  // Rows of one call share one time: which of them wins does not depend on their order, and the answer says which did.
  expect(entities[1].changed ?? { due_date: ["2026-02-01", "2026-01-01"] }).toMatchObject({
    due_date: expect.arrayContaining(["2026-01-01", "2026-02-01"]),
  });
  expect(replaced.length).toBe(winner === "2026-02-01" ? 1 : 0);
});

test("what does not win replaces nothing, and a list that grows loses nothing", async () => {
  const truth = await openTestTruth();
  const store = (key: string, entity: object, more: object = {}) =>
    truth.ask("store_structured", { idempotency_key: key, entities: [entity], ...more });
  const contract = { entity_type: "contract", name: "Lease" };
  await store("a", { ...contract, files: ["a.pdf"], type: "flat" });

  const grown = await store("b", { ...contract, files: ["b.pdf"] });
  expect(grown.entities[0]).toMatchObject({ joined: "existing", changed: { files: [["a.pdf"], ["a.pdf", "b.pdf"]] } });
  expect(grown.warnings ?? []).not.toContainEqual(expect.objectContaining({ code: "VALUE_REPLACED" }));

  const older = await store(
    "c",
    { ...contract, type: "house" },
    {
      provenance: {
        source_refs: ["letter"],
        extracted_at: "2001-01-01T00:00:00Z",
        extractor_version: "1",
        agent_id: "a",
      },
    },
  );
  expect(older.error).toBeUndefined();
  expect(older.entities[0]).toMatchObject({ joined: "existing" });
  expect(older.entities[0].changed).toBeUndefined();
});
