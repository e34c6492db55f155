import { expect, test } from "vitest";
import { openTestGraph } from "../../../../test/kit/graph.ts";
import { makeDemo } from "./make-demo.ts";

test("the demo tells a week that holds together, and telling it again changes nothing", async () => {
  const graph = await openTestGraph();
  const host = {
    env: graph.parts.env,
    tenant: "local",
    options: {},
    progress: () => {},
    print: () => {},
    derive: graph.derive,
    installation: graph.installation,
    call: (_server: string, tool: string, args: object) => graph.ask(tool, { ...args }),
  };
  expect(await makeDemo(host)).toMatch(/^graph: 10 memories of a week, in the quadrant (Open|Hidden|Blind|Unknown)$/);
  const root = await graph.root();
  const { results } = await graph.ask("search_graph", {
    query: "why is the road closed?",
    topK: 3,
    includeContent: true,
  });
  expect(results.map(({ content }: { content: string }) => content)).toContain(
    "Because of the flood, the road to Harbour Street is closed.",
  );
  await makeDemo(host);
  expect(await graph.root()).toBe(root);
});
