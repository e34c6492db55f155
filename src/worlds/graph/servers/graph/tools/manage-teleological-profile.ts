import { z } from "zod";
import { defineTool, sha256 } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { bestProfile, normalised } from "../../../model/profile-choice.ts";
import { PROFILE_CHANGED, toPayload } from "../../../model/recorded.ts";
import { scrub } from "../../../model/scrub.ts";
import { wordsOf } from "../../../model/spaces/words.ts";
import { GROUP_NAMES } from "../../../model/teleology/groups.ts";
import { BUILT_IN_PROFILES, FUSION_METHODS, type Profile, TASK_TYPES } from "../../../model/teleology/profiles.ts";
import { type Profiles, profileById, profilesOf } from "../../../read/profiles.ts";

const Weights = z.array(z.number().min(0)).length(13);
const Priorities = z.partialRecord(z.enum(GROUP_NAMES), z.number().min(0));
const MADE_MAX = 100;

const ProfileOutput = z.object({
  profile_id: z.string(),
  name: z.string(),
  task_type: z.string(),
  embedder_weights: z.array(z.number()),
  group_priorities: z.record(z.string(), z.number()),
  fusion_strategy: z.string(),
  is_system: z.boolean(),
});

const Input = z.object({
  action: z.enum(["create", "read", "get", "update", "delete", "list", "find_best"]),
  profile_id: z
    .string()
    .regex(/^[a-z0-9_-]{1,60}$/)
    .optional()
    .describe("1 to 60 of a-z, 0-9, _ and -"),
  name: z.string().min(1).max(100).optional(),
  task_type: z.enum(TASK_TYPES).optional(),
  embedder_weights: Weights.optional().describe("13 weights, E1 first; brought to a sum of one"),
  group_priorities: Priorities.optional(),
  fusion_strategy: z.enum(FUSION_METHODS).optional(),
  context: z.string().max(10_000).optional().describe("With find_best: what the work is about"),
});

export const manageTeleologicalProfile = defineTool({
  name: "manage_teleological_profile",
  title: "Manage profiles of space weights",
  description: [
    "Profiles say how much each of the 13 spaces counts for a kind of work; compute_teleological_vector and fuse_embeddings take them by profile_id. create, read (or get), update, delete, list, and find_best for a context.",
    "Three are ours (code_implementation, research_analysis, creative_writing) and cannot be changed. An unknown, taken or protected profile_id is refused (-32602).",
  ].join("\n"),
  effect: "write",
  input: Input,
  output: z.object({
    success: z.boolean(),
    action: z.string(),
    profile_id: z.string().nullable(),
    weights: z.array(z.number()).nullable(),
    profile: ProfileOutput.nullable(),
    profiles: z.array(ProfileOutput).optional(),
    matches: z.int().optional(),
  }),
  async run(input, graph: Graph) {
    const known = await profilesOf(graph);
    switch (input.action) {
      case "list":
        return { ...answer("list", null), profiles: known };
      case "find_best": {
        if (input.context === undefined) throw missing("context");
        const best = bestProfile(known, wordsOf(input.context));
        return {
          ...answer("find_best", best?.profile ?? null),
          success: best !== undefined,
          matches: best?.matches ?? 0,
        };
      }
      case "create":
        return create(graph, input, known);
      case "read":
      case "get":
        return answer(input.action, await requireProfile(graph, input.profile_id));
      case "update": {
        const before = await requireOwn(graph, input.profile_id);
        return keep(graph, "update", { ...before, ...changesOf(input) });
      }
      case "delete": {
        const gone = await requireOwn(graph, input.profile_id);
        await record(graph, (made) =>
          Object.fromEntries(Object.entries(made).filter(([id]) => id !== gone.profile_id)),
        );
        return answer("delete", gone);
      }
    }
  },
});

type Args = z.infer<typeof Input>;

async function create(graph: Graph, input: Args, known: readonly Profile[]) {
  if (input.name === undefined) throw missing("name");
  if (input.embedder_weights === undefined) throw missing("embedder_weights");
  const profile_id = input.profile_id ?? slugOf(scrub(input.name).text);
  if (scrub(profile_id).text !== profile_id) {
    throw refuse("INVALID_PARAMS", "profile_id looks like a secret, and it would be kept: choose another.", "secret");
  }
  if (known.some((profile) => profile.profile_id === profile_id)) {
    throw refuse("INVALID_PARAMS", "There is a profile with this id: choose another, or use update.", "taken", {
      profile_id,
    });
  }
  if (known.length - BUILT_IN_PROFILES.length >= MADE_MAX) {
    throw refuse("INVALID_PARAMS", `There are ${MADE_MAX} profiles: delete one first.`, "too_many");
  }
  return keep(graph, "create", {
    profile_id,
    name: input.name,
    task_type: "custom",
    group_priorities: {},
    fusion_strategy: "hierarchical",
    is_system: false,
    embedder_weights: [],
    ...changesOf(input),
  });
}

/** What the caller wants different; weights that are all zero say nothing. */
function changesOf({ name, task_type, embedder_weights, group_priorities, fusion_strategy }: Args): Partial<Profile> {
  if (embedder_weights?.every((weight) => weight === 0)) {
    throw refuse("INVALID_PARAMS", "embedder_weights must hold at least one weight above zero.", "weights_empty");
  }
  return {
    ...(name !== undefined && { name: scrub(name).text }),
    ...(task_type !== undefined && { task_type }),
    ...(embedder_weights !== undefined && { embedder_weights: normalised(embedder_weights) }),
    ...(group_priorities !== undefined && { group_priorities: group_priorities as Profile["group_priorities"] }),
    ...(fusion_strategy !== undefined && { fusion_strategy }),
  };
}

async function keep(graph: Graph, action: string, profile: Profile) {
  await record(graph, (made) => ({ ...made, [profile.profile_id]: profile }));
  return answer(action, profile);
}

async function record(graph: Graph, change: (made: Profiles["made"]) => Profiles["made"]): Promise<void> {
  const row = (await graph.state.get("profiles")) as unknown as Profiles | undefined;
  const state = rowsOf({ profiles: { made: change(row?.made ?? {}) } });
  await graph.scope.record({ kind: PROFILE_CHANGED, payload: toPayload({ state }) });
}

async function requireProfile(graph: Graph, id: string | undefined): Promise<Profile> {
  if (id === undefined) throw missing("profile_id");
  return profileById(graph, id);
}

async function requireOwn(graph: Graph, id: string | undefined): Promise<Profile> {
  const profile = await requireProfile(graph, id);
  if (!profile.is_system) return profile;
  const words = "This profile is ours and cannot be changed: create one of your own.";
  throw refuse("INVALID_PARAMS", words, "protected", { profile_id: profile.profile_id });
}

function missing(argument: string) {
  return refuse("INVALID_PARAMS", `This action needs ${argument}.`, "missing_argument", { argument });
}

function answer(action: string, profile: Profile | null) {
  return {
    success: true,
    action,
    profile_id: profile?.profile_id ?? null,
    weights: profile?.embedder_weights ?? null,
    profile,
  };
}

/** An id in plain letters; a name that has none of them gets one that only the same name has. */
function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return slug === "" ? `profile_${sha256(name).slice(0, 8)}` : slug.slice(0, 60);
}
