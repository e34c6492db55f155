import { refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import { SPACE_COUNT } from "../model/spaces/names.ts";
import { BUILT_IN_PROFILES, type Profile } from "../model/teleology/profiles.ts";

/** A profile by its id, ours or one that was made. */
export async function requireProfile({ state }: Graph, id: string): Promise<Profile> {
  const made = (await state.get("profiles"))?.made as Readonly<Record<string, Profile>> | undefined;
  const profile = BUILT_IN_PROFILES.find(({ profile_id }) => profile_id === id) ?? made?.[id];
  if (profile !== undefined) return profile;
  const words = "There is no profile with this id. See action list of manage_teleological_profile.";
  throw refuse("INVALID_PARAMS", words, "profile_not_found", { profile_id: id });
}

/** Weights that add up to one. */
export function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) throw refuse("INVALID_PARAMS", "custom_weights must not all be 0", "weights_empty");
  return weights.map((weight) => weight / total);
}

export const EVEN_WEIGHTS: readonly number[] = Array.from({ length: SPACE_COUNT }, () => 1 / SPACE_COUNT);
