import type { Graph } from "../graph.ts";
import { type Awareness, type Consciousness, consciousnessOf } from "../model/mind/consciousness.ts";
import { type Ego, egoStatus } from "../model/mind/ego.ts";
import { type Order, type Oscillators, orderOf, oscillatorsAt } from "../model/mind/kuramoto.ts";
import { type Meta, metaAccuracy, NO_META } from "../model/mind/meta.ts";
import { EMPTY_WORKSPACE, type Workspace } from "../model/mind/workspace.ts";
import { SPACE_COUNT } from "../model/spaces/names.ts";
import { rowOf } from "./rows.ts";

/** The graph's own state, as it is at one moment. */
export interface Mind {
  readonly nowMs: number;
  readonly oscillators: Oscillators;
  readonly order: Order;
  readonly meta: Meta;
  readonly ego: Ego | undefined;
  readonly purpose: readonly number[];
  /** The cosine between its last two purposes, times the order; null before there was a first memory. */
  readonly identity: number | null;
  readonly workspace: Workspace;
  readonly consciousness: Consciousness;
  readonly awareness: Awareness | undefined;
}

export async function mindNow(graph: Graph): Promise<Mind> {
  const nowMs = graph.scope.env.now();
  const oscillators = oscillatorsAt(await rowOf<Oscillators>(graph, "oscillators"), nowMs);
  const order = orderOf(oscillators.phases);
  const meta = (await rowOf<Meta>(graph, "meta")) ?? NO_META;
  const ego = await rowOf<Ego>(graph, "ego");
  const purpose = ego?.purpose_vector ?? new Array<number>(SPACE_COUNT).fill(0);
  return {
    nowMs,
    oscillators,
    order,
    meta,
    ego,
    purpose,
    identity: ego === undefined ? null : ego.continuity * order.r,
    workspace: (await rowOf<Workspace>(graph, "workspace")) ?? EMPTY_WORKSPACE,
    consciousness: consciousnessOf(order.r, metaAccuracy(meta), purpose),
    awareness: await rowOf<Awareness>(graph, "awareness"),
  };
}

/** How its continuity is called; before the first memory there is none. */
export function identityStatus(identity: number | null) {
  return identity === null ? "None" : egoStatus(identity);
}
