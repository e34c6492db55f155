import type { ServerContext } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import { createSimulatedEnv } from "../../../../test/kit/simulated-env.ts";
import { createStateSeal } from "./state-seal.ts";

/** A request of a user by a client program; nobody signs in where there is no user. */
function asked(user: string | undefined, clientId: string, method = "tools/call"): ServerContext {
  return { mcpReq: { method }, http: { authInfo: { clientId, extra: { user } } } } as unknown as ServerContext;
}

test("state that one user was given is worthless to another, also by the same client program", async () => {
  const seal = createStateSeal(temporaryFolder(), createSimulatedEnv("seal"));
  const state = await seal.mint({ step: 1 }, asked("ada", "claude"));
  await expect(seal.verify(state, asked("bob", "claude"))).rejects.toThrow();
  await expect(seal.verify(state, asked(undefined, "claude"))).rejects.toThrow();
  await expect(seal.verify(state, asked("ada", "claude", "prompts/get"))).rejects.toThrow();
  expect(await seal.verify(state, asked("ada", "another client"))).toEqual({ step: 1 });
});

test("state that was edited, cut or made with another key is refused", async () => {
  const seal = createStateSeal(temporaryFolder(), createSimulatedEnv("seal"));
  const stranger = createStateSeal(temporaryFolder(), createSimulatedEnv("another key"));
  const state = await seal.mint({ step: 1 }, asked("ada", "claude"));
  const edits = [
    `${state}x`,
    state.slice(1),
    state.slice(0, -2),
    "",
    await stranger.mint({ step: 1 }, asked("ada", "claude")),
  ];
  for (const edited of edits) await expect(seal.verify(edited, asked("ada", "claude"))).rejects.toThrow();
});
