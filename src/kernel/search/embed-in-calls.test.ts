import { expect, test } from "vitest";
import { openTestMemos } from "../../../test/kit/memos.ts";

const BUNDLED = { embedder: { provider: "bundled" } } as const;

test("a tool keeps vectors that its preparation made, and finds the nearest of its own", async () => {
  const { ask } = await openTestMemos(BUNDLED);
  for (const [id, text] of Object.entries({ dog: "a dog", puppy: "a puppy", tax: "an income tax form" })) {
    expect(await ask("keep_meaning", { id, text })).toEqual({
      model: expect.stringContaining("MiniLM"),
      dimensions: 384,
    });
  }
  const { nearest } = await ask("nearest_meaning", { id: "dog", among: ["dog", "puppy", "tax"], limit: 2 });
  expect(nearest).toEqual([
    { id: "dog", likeness: expect.closeTo(1, 6) },
    { id: "puppy", likeness: expect.any(Number) },
  ]);
});

test("inside a write, where others wait, nothing is embedded and nothing is written", async () => {
  const { result, stateRoot, log } = await openTestMemos(BUNDLED);
  const before = await stateRoot();
  expect(await result("keep_meaning", { id: "a", text: "a dog", inside: true })).toMatchObject({ isError: true });
  expect(log.lines).toContainEqual(
    expect.objectContaining({ fields: expect.objectContaining({ cause: expect.stringContaining("inside it") }) }),
  );
  expect(await stateRoot()).toEqual(before);
});

test("without a model, a tool is told why", async () => {
  const { ask } = await openTestMemos();
  expect(await ask("keep_meaning", { id: "a", text: "a dog" })).toEqual({
    model: "the configuration turns the model off",
    dimensions: 0,
  });
});

test("a cancelled call stops waiting for its vectors and leaves nothing", async () => {
  const { result, stateRoot } = await openTestMemos(BUNDLED);
  const before = await stateRoot();
  const cancel = new AbortController();
  const answer = result("keep_meaning", { id: "a", text: "a dog ".repeat(2000) }, { signal: cancel.signal });
  setImmediate(() => cancel.abort());
  expect(await answer).toMatchObject({ isError: true });
  expect(await stateRoot()).toEqual(before);
});
