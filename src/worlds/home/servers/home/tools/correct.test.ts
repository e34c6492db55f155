import { expect, test } from "vitest";
import { openTestHome } from "../../../../../../test/kit/home.ts";

test("a value as long as a book is corrected, and its proof opened: both show its beginning", async () => {
  const home = await openTestHome();
  const body = Array.from({ length: 30_000 }, (_, n) => `word${n}`).join(" ");
  const { understood } = await home.ask("remember", { facts: [{ entity_type: "note", name: "Long", body }] });
  const [{ entity_id, fields }] = understood;
  const { field } = fields.find(({ value }: { value: string }) => String(value).startsWith("word0 "));

  const corrected = await home.ask("correct", { entity_id, field, value: `new ${body}`, reasoning: "it was longer" });

  expect(corrected).toMatchObject({
    entity_id,
    field,
    before: body.slice(0, 8000),
    after: `new ${body}`.slice(0, 8000),
  });
  const opened = await home.ask("open", { proof_id: corrected.proof_id });
  expect(opened.fact).toMatchObject({ entity_id, field, value: `new ${body}`.slice(0, 8000) });
});

test("a field corrected by another name it goes by is told and proven by its own", async () => {
  const home = await openTestHome();
  const { understood } = await home.ask("remember", { facts: [{ entity_type: "note", name: "Plan", body: "first" }] });
  const [{ entity_id }] = understood;

  const corrected = await home.ask("correct", { entity_id, field: "body", value: "second", reasoning: "it changed" });

  expect(corrected).toMatchObject({ entity_id, field: "content", before: "first", after: "second" });
  const opened = await home.ask("open", { proof_id: corrected.proof_id });
  expect(opened).toMatchObject({ verified: true, fact: { field: "content", value: "second" } });
});
