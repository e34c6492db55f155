import { refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import { BUILT_IN_PROFILES, type Profile } from "../model/teleology/profiles.ts";
import { rowOf } from "./rows.ts";

/** The row `profiles`: those that were made, by id. */
export interface Profiles {
  readonly made: Readonly<Record<string, Profile>>;
}

/** Every profile: ours first, then those that were made, by id. */
export async function profilesOf(graph: Graph): Promise<Profile[]> {
  const row = await rowOf<Profiles>(graph, "profiles");
  const made = Object.values(row?.made ?? {}).sort((one, other) => (one.profile_id < other.profile_id ? -1 : 1));
  return [...BUILT_IN_PROFILES, ...made];
}

export async function profileById(graph: Graph, id: string): Promise<Profile> {
  const profile = (await profilesOf(graph)).find(({ profile_id }) => profile_id === id);
  if (profile !== undefined) return profile;
  const words = "There is no profile with this id. See action list of manage_teleological_profile.";
  throw refuse("INVALID_PARAMS", words, "profile_not_found", { profile_id: id });
}
