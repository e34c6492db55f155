import type { FileReading } from "../files/interpret/reading.ts";
import { isDeleted } from "../model/entity.ts";
import type { Warning } from "../model/identity/batch-warnings.ts";
import type { Truth } from "../truth.ts";
import { relate } from "./relate.ts";

/** More hang together in one file than anybody would look at. */
const LINKS_MAX = 300;

/** Says so where a file has more links than are stated. */
export function linksCut({ links = [] }: FileReading): Warning[] {
  if (links.length <= LINKS_MAX) return [];
  const message = "More belongs together in the file than is linked. The fields of each say so all the same.";
  return [{ code: "LINKS_LEFT_OUT", message, details: { links: links.length, linked: LINKS_MAX } }];
}

/** States what belongs together in a file, between the entities that its rows came to. */
export async function linkRows(
  truth: Truth,
  sourceId: string,
  { rows, links = [] }: FileReading,
  entities: readonly { readonly entity_id: string }[],
): Promise<void> {
  const byRow = new Map(rows?.map(({ index }, n) => [index, entities[n]?.entity_id]));
  const done = new Set<string>();
  for (const { type, from, to } of links) {
    const [source, target] = [byRow.get(from), byRow.get(to)];
    const key = `${type} ${source} ${target}`;
    if (source === undefined || target === undefined || done.has(key) || done.size >= LINKS_MAX) continue;
    done.add(key);
    const ends = await Promise.all([truth.entities.resolve(source), truth.entities.resolve(target)]);
    // What was deleted stays so, and what is one by now has nothing to be linked with.
    if (ends.some((end) => end === undefined || isDeleted(end)) || ends[0]?.id === ends[1]?.id) continue;
    const link = { relationship_type: type, source_entity_id: source, target_entity_id: target };
    await relate(truth, { ...link, metadata: { stated_in: sourceId } }, {}, sourceId);
  }
}
