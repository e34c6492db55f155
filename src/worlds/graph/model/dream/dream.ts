import { advance, orderOf } from "../mind/kuramoto.ts";
import { randomFrom } from "../random.ts";
import { EXPLORE_SECONDS, type Exploration, explore } from "./explore.ts";
import { type DreamEdge, type DreamNode, edgeKey } from "./graph-view.ts";
import { REPLAY_SECONDS, type Replay, replay } from "./replay.ts";
import { findShortcuts, type Shortcut, shortcutsToMake } from "./shortcuts.ts";

/** How the coupling changes while memories are gone through again, and while they are wandered through. */
const REPLAY_COUPLING = 1.9;
const EXPLORE_COUPLING = 0.1;
const SECONDS_PER_PART = 10;

/** What is dreamed over. */
export interface Dreamt {
  readonly cycle: number;
  readonly nodes: readonly DreamNode[];
  readonly edges: readonly DreamEdge[];
  readonly phases: readonly number[];
  readonly coupling: number;
}

/** What a whole dream comes to. */
export interface Dream {
  readonly replay: Replay;
  readonly candidates: readonly Shortcut[];
  readonly shortcuts: readonly Shortcut[];
  readonly exploration: Exploration;
  readonly phases: readonly number[];
  readonly orderAfterReplay: number;
  readonly orderAfterExploring: number;
}

/** Where a dream is: it can be left at each of these. */
export type DreamPart = "nrem" | "rem";

/** One dream, in short parts. The cycle's number is its seed: the same graph dreams the same. */
export function* dream({ cycle, nodes, edges, phases, coupling }: Dreamt): Generator<DreamPart, Dream> {
  const random = randomFrom(cycle);
  const replayed = yield* during("nrem", replay(nodes, edges));
  const standing = after(edges, replayed);
  const candidates = yield* during("nrem", findShortcuts(replayed.replayed, standing, random));
  const asleep = yield* during("nrem", swing(phases, coupling * REPLAY_COUPLING, REPLAY_SECONDS));
  const exploration = yield* during("rem", explore(nodes, standing, random));
  const awake = yield* during("rem", swing(asleep, coupling * EXPLORE_COUPLING, EXPLORE_SECONDS));
  return {
    replay: replayed,
    candidates,
    shortcuts: shortcutsToMake(candidates),
    exploration,
    phases: awake,
    orderAfterReplay: orderOf(asleep).r,
    orderAfterExploring: orderOf(awake).r,
  };
}

function* during<Result>(part: DreamPart, work: Generator<void, Result>): Generator<DreamPart, Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield part;
  }
}

function* swing(phases: readonly number[], coupling: number, seconds: number): Generator<void, readonly number[]> {
  let now: readonly number[] = phases;
  for (let passed = 0; passed < seconds; passed += SECONDS_PER_PART) {
    now = advance(now, coupling, SECONDS_PER_PART);
    yield;
  }
  return now;
}

/** The edges as the replay left them. */
function after(edges: readonly DreamEdge[], { changed, pruned }: Replay): DreamEdge[] {
  const gone = new Set(pruned.map(edgeKey));
  const weights = new Map(changed.map((edge) => [edgeKey(edge), edge]));
  return edges.filter((edge) => !gone.has(edgeKey(edge))).map((edge) => weights.get(edgeKey(edge)) ?? edge);
}
