import { expect, test } from "vitest";
import { openTestGraph } from "../../../test/kit/graph.ts";

test("a refusal sends to where its details stand: in data", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const { data } = await graph.refused("store_memory", { importance: 2 });
  expect(data.hint).toContain("`data.problems`");
  expect(data.hint).not.toContain("`details");
  expect(data.problems.map(({ path }: { path: string }) => path)).toEqual(["content", "importance"]);
});
