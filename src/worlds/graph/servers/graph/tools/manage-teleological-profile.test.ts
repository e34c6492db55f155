import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

const WEIGHTS = Array.from({ length: 13 }, (_, space) => (space === 0 ? 3 : space === 6 ? 1 : 0));

test("makes, reads, changes and deletes profiles, and keeps them", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const create = { action: "create", name: "My Notes", embedder_weights: WEIGHTS, task_type: "analysis" };
  const made = await graph.ask("manage_teleological_profile", create);
  const weights = WEIGHTS.map((weight) => weight / 4);
  const profile = {
    profile_id: "my_notes",
    name: "My Notes",
    task_type: "analysis",
    embedder_weights: weights,
    group_priorities: {},
    fusion_strategy: "hierarchical",
    is_system: false,
  };
  expect(made).toEqual({
    success: true,
    action: "create",
    profile_id: "my_notes",
    weights,
    profile,
    _cognitive_pulse: expect.any(Object),
  });
  const read = { action: "read", profile_id: "my_notes" };
  expect((await graph.ask("manage_teleological_profile", read)).profile).toEqual(profile);
  const update = { ...read, action: "update", fusion_strategy: "linear", group_priorities: { causal: 2 } };
  const changed = { ...profile, fusion_strategy: "linear", group_priorities: { causal: 2 } };
  expect((await graph.ask("manage_teleological_profile", update)).profile).toEqual(changed);
  const { profiles } = await graph.ask("manage_teleological_profile", { action: "list" });
  expect(profiles.map(({ profile_id }: { profile_id: string }) => profile_id)).toEqual([
    "code_implementation",
    "research_analysis",
    "creative_writing",
    "my_notes",
  ]);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
  await graph.ask("manage_teleological_profile", { ...read, action: "delete" });
  expect((await graph.refused("manage_teleological_profile", read)).data.reason).toBe("profile_not_found");
});

test("finds the profile that a context speaks of, or none", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const find = (context: string) => graph.ask("manage_teleological_profile", { action: "find_best", context });
  expect(await find("implement this function in code")).toMatchObject({
    success: true,
    profile_id: "code_implementation",
  });
  expect(await find("write a poem")).toMatchObject({ profile_id: "creative_writing" });
  expect(await find("qqq")).toMatchObject({ success: false, profile_id: null, matches: 0 });
});

test("refuses what is missing, taken, protected or no profile, and writes nothing", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const refused = async (args: object) => (await graph.refused("manage_teleological_profile", { ...args })).data.reason;
  expect(await refused({ action: "create", name: "x" })).toBe("missing_argument");
  expect(await refused({ action: "read" })).toBe("missing_argument");
  expect(await refused({ action: "find_best" })).toBe("missing_argument");
  expect(await refused({ action: "get", profile_id: "nobody" })).toBe("profile_not_found");
  expect(await refused({ action: "delete", profile_id: "creative_writing" })).toBe("protected");
  expect(await refused({ action: "update", profile_id: "creative_writing", name: "x" })).toBe("protected");
  const create = { action: "create", name: "x", embedder_weights: WEIGHTS };
  expect(await refused({ ...create, embedder_weights: WEIGHTS.map(() => 0) })).toBe("weights_empty");
  expect(await refused({ ...create, profile_id: "creative_writing" })).toBe("taken");
  expect(await refused({ ...create, profile_id: `ghp_${"16c7e42f".repeat(5)}` })).toBe("secret");
  expect((await graph.refused("manage_teleological_profile", { ...create, embedder_weights: [1] })).code).toBe(-32602);
});

test("a profile is called in plain letters, and names without any do not meet", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const made = async (name: string) =>
    (await graph.ask("manage_teleological_profile", { action: "create", name, embedder_weights: WEIGHTS })).profile_id;
  expect(await made("Meine Bücher")).toBe("meine_bucher");
  expect(await made("password: hunter22")).toBe("password");
  const [one, other] = [await made("日本"), await made("中国")];
  expect(one).toMatch(/^profile_[0-9a-f]{8}$/);
  expect(other).not.toBe(one);
});

test("weights add up to one however large they were", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const create = { action: "create", name: "large", embedder_weights: WEIGHTS.map((weight) => weight * 5e307) };
  const { weights } = await graph.ask("manage_teleological_profile", create);
  expect(weights.map((weight: number) => weight * 4)).toEqual(WEIGHTS);
});
