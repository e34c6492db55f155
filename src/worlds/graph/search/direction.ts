import type { Graph } from "../graph.ts";
import { type Masses, purposeOf } from "../model/purpose.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { unpack } from "../model/spaces/pack.ts";

/** The goal as its row tells it, as far as alignment goes. */
interface Star {
  readonly weight: number;
  readonly fingerprint: string;
  readonly created_at: number;
  readonly position: number;
}

/** How far each space of a fingerprint points to the goal; without a goal, how much it says there against what is usual. */
export type Direction = (fingerprint: Fingerprint) => number[];

/** Where the graph is going now. */
export async function readDirection({ state, scope }: Graph): Promise<Direction> {
  const goals = await state.get("goals");
  const masses = (await state.get("masses")) as unknown as Masses | undefined;
  const star = goals?.north_star as unknown as Star | null | undefined;
  const northStar = star == null ? undefined : starAt(star, scope.env.now());
  return (fingerprint) => purposeOf(fingerprint, northStar, masses);
}

/** How much the goal counts in ranking; 0 while there is none. */
export async function readGoalWeight({ state }: Graph): Promise<number> {
  const star = (await state.get("goals"))?.north_star as unknown as Star | null | undefined;
  return star?.weight ?? 0;
}

function starAt({ fingerprint, created_at, position }: Star, now: number): Fingerprint {
  return unpack(Buffer.from(fingerprint, "base64"), { createdAt: created_at, position, now });
}
