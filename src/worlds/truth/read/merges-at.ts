import { batchesOf } from "../../../kernel/index.ts";
import type { Truth } from "../truth.ts";

/** Entities that a merge, its undoing or a split has touched since: their rows say nothing about that time. */
export async function touchedSince({ merges, observations }: Truth, atIngested: number): Promise<string[]> {
  const merged = await merges.changedSince(atIngested);
  const split = await observations.splitsSince(atIngested);
  const ids = [
    ...merged.flatMap(({ from_entity_id, to_entity_id }) => [from_entity_id, to_entity_id]),
    ...split.flatMap(({ rule_id, origin_id }) => [rule_id, origin_id]),
  ];
  const now = await merges.standsFor(ids, undefined);
  const then = await merges.standsFor(ids, atIngested);
  return [...new Set([...ids, ...now.values(), ...then.values()])].sort();
}

/** Every id that ever stood for one of these, or that one of these ever stood for: what is known of one may count for the other. */
export async function everLinked(
  { merges, observations }: Truth,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const linked = new Map(ids.map((id) => [id, id]));
  let wanted = [...linked.keys()];
  while (wanted.length > 0) {
    const found: string[] = [];
    const add = (from: string, to: string) => {
      const first = linked.get(from);
      if (first === undefined || linked.has(to)) return;
      linked.set(to, first);
      found.push(to);
    };
    for (const some of batchesOf(wanted)) {
      for (const { from_entity_id, to_entity_id } of await merges.linksOf(some)) {
        add(from_entity_id, to_entity_id);
        add(to_entity_id, from_entity_id);
      }
      for (const { rule_id, origin_id } of await observations.splitsFrom(some)) add(rule_id, origin_id);
    }
    wanted = found;
  }
  return linked;
}
