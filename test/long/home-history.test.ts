import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { liveThrough } from "../kit/home-history.ts";
import { runCli, startStdio } from "../kit/processes.ts";

const STEPS = 1000;

/** A server of its own process over stdio. */
async function openAgent(args: readonly string[]) {
  const peer = startStdio("home", args);
  await peer.initialize();
  return {
    async ask(tool: string, given: Record<string, unknown> = {}) {
      const { result } = await peer.callTool(tool, given);
      if (result.isError === true) throw new Error(`${tool} was refused: ${JSON.stringify(result.structuredContent)}`);
      return result.structuredContent;
    },
    end: () => peer.end(),
  };
}

test("a thousand changes from two processes: recall tells what stands, undo restores, replay gives it again", async () => {
  const folder = temporaryFolder();
  const config = join(folder, "bailiwick.config.json");
  writeFileSync(config, JSON.stringify({ limits: { store_per_minute: 0, retrieve_entities_per_minute: 0 } }));
  const args = ["--data", join(folder, "data"), "--config", config];
  const agents = [await openAgent(args), await openAgent(args)];
  const root = async () => {
    const { stdout, code } = await runCli(["replay", ...args]);
    expect(code).toBe(0);
    return /state root: ([0-9a-f]{64})/.exec(stdout)?.[1] ?? "";
  };
  const pause = async () => {
    await new Promise((resolve) => setTimeout(resolve, 3));
    const at = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 3));
    return at;
  };

  await liveThrough(agents, STEPS, 11, { root, pause });

  for (const agent of agents) await agent.end();
  expect(await root()).toMatch(/^[0-9a-f]{64}$/);
  expect(await runCli(["verify", "--full", ...args])).toMatchObject({ code: 0 });
});
