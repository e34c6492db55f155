import { expect, test } from "vitest";
import { dumpBesideLog } from "./kit/dump.ts";
import { openTestKernel } from "./kit/kernel.ts";
import { everyServer } from "./kit/worlds.ts";
import { argumentsFor, fillFor } from "./tenancy/matrix.ts";

const HINTED = (await everyServer()).flatMap(({ server }) =>
  server.tools.flatMap((tool) => (tool.idempotent && tool.effect !== "read" ? [{ server: server.name, tool }] : [])),
);

test("a tool that says it is idempotent is: the same call again changes nothing that is known and no file", async () => {
  const kernel = await openTestKernel({
    variables: { MCP_ENABLE_MUTATION: true, INDEX_FEATURES: ["usage"] },
    limits: { budgets: {} },
    embedder: "none",
  });
  const ids = await fillFor(kernel, "ada");
  const known = async () => ({ root: (await kernel.stateRoot()).root, files: (await dumpBesideLog(kernel)).files });
  expect(HINTED.length).toBeGreaterThan(15);
  for (const { server, tool } of HINTED) {
    const args = argumentsFor(server, tool, ids, `twice ${tool.name}`);
    const call = () => kernel.callTool(tool.name, args, { server, user: "ada" });
    expect(await call(), `${server}/${tool.name}`).not.toHaveProperty("isError");
    const once = await known();
    expect(await call(), `${server}/${tool.name} again`).not.toHaveProperty("isError");
    expect(await known(), `${server}/${tool.name} twice`).toEqual(once);
  }
});
