import type { SearchDocument } from "../../../kernel/index.ts";
import type { Memory } from "../model/memory.ts";

/** The one space of the index that memories of this world are found in. */
export const GRAPH_SPACE = "graph";

/** `Ada: I keep bees`: what somebody said is found by who said it too. */
const SPEAKER = /^(\p{Lu}[\p{L}\p{N} .'-]{0,39}|user|assistant): +(?=\S)/u;

/** A memory as the kernel's index finds it: among those of its session, by time and by what kind of thing it is. */
export function documentOf(
  memory: Pick<Memory, "id" | "content" | "session_id" | "session_position" | "created_at" | "modality">,
): SearchDocument {
  const said = SPEAKER.exec(memory.content);
  return {
    space: GRAPH_SPACE,
    id: memory.id,
    unit: "memory",
    text: said === null ? memory.content : memory.content.slice(said[0].length),
    ...(said?.[1] !== undefined && { speaker: said[1] }),
    group: memory.session_id,
    position: memory.session_position,
    at: memory.created_at,
    filters: { modality: memory.modality },
  };
}
