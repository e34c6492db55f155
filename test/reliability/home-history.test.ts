import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { openTestHome } from "../kit/home.ts";
import { liveThrough } from "../kit/home-history.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";

test("whatever two agents remember, correct, forget and undo: recall tells what stands, and replay gives it again", async () => {
  const folder = temporaryFolder();
  const env = createSimulatedEnv("history");
  const one = await openTestHome({ folder, env });
  const two = await openTestHome({ folder, env });

  await liveThrough([one, two], 24, 7, { root: one.root, pause: async () => new Date(env.now()).toISOString() });

  const { live, rebuilt, wrong } = await one.replay();
  expect({ rebuilt, wrong }).toEqual({ rebuilt: live, wrong: undefined });
  expect(await two.verify({ full: true })).toMatchObject({ findings: [], remarks: [] });
});
