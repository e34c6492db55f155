import { describe, expect, test } from "vitest";
import { scopesOf } from "../../src/kernel/serve.ts";
import { openForger } from "../kit/forged-tokens.ts";
import { ENGINES } from "../kit/kernel.ts";
import { everyServer } from "../kit/worlds.ts";
import { argumentsFor } from "./matrix.ts";

const bound = await everyServer();
const servers = bound.map(({ server }) => server.name);
const TOOLS = bound.flatMap(({ server }) => server.tools.map((tool) => ({ server: server.name, tool })));

describe.each(ENGINES)("every tool of every server over HTTP, on %s", (engine) => {
  test("with an expired token, one for another server or none, nobody gets as far as the tool", async () => {
    const { client, sign, resource, known } = await openForger({ engine, servers });
    const nowSeconds = Math.floor(Date.now() / 1000);
    const tokenFor = (server: string, changed: object = {}) =>
      sign({ aud: resource(server), scope: scopesOf(server).join(" "), ...changed });
    const tokens = new Map<string, Record<string, string | undefined>>();
    for (const [at, server] of servers.entries()) {
      const another = servers[(at + 1) % servers.length] ?? "";
      tokens.set(server, {
        expired: await tokenFor(server, { exp: nowSeconds - 60 }),
        "for another server": await tokenFor(server, { aud: resource(another) }),
        "of another server": await tokenFor(another),
        none: undefined,
      });
    }
    const before = await known();
    const passed: string[] = [];
    for (const { server, tool } of TOOLS) {
      for (const [kind, token] of Object.entries(tokens.get(server) ?? {})) {
        const { status, challenge } = await client.call(token, tool.name, argumentsFor(server, tool, {}, kind), server);
        if (status !== 401 || challenge === undefined) passed.push(`${server}/${tool.name}, ${kind}: ${status}`);
      }
    }
    expect(passed).toEqual([]);
    expect(await known()).toEqual(before);
    // The control: signed in the same way, in time and for this server, a token gets there.
    for (const { server } of bound) {
      const tool = server.tools.find(({ effect }) => effect === "read")?.name ?? server.tools[0]?.name ?? "";
      const answered = await client.call(await tokenFor(server.name), tool, {}, server.name);
      expect([server.name, answered.status]).toEqual([server.name, 200]);
    }
  });
});
