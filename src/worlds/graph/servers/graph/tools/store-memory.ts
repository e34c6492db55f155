import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { Content, Importance, ModalityInput, Scrubbed, SessionId, Tags } from "../../../model/inputs.ts";
import { MEMORY_STORED, toPayload } from "../../../model/recorded.ts";
import { SPACE_COUNT } from "../../../model/spaces/names.ts";
import { impressedRows } from "../../../write/impress.ts";
import { type Prepared, prepareMemory, withId } from "../../../write/remember.ts";

export const storeMemory = defineTool({
  name: "store_memory",
  title: "Store a memory",
  description: [
    "Keep a text in all 13 spaces and tie it to what it is near to. It can be found at once.",
    "Nothing is kept if any space fails (-32002) or the content is empty or too long (-32602).",
    "To be told what was new about it, use inject_context.",
  ].join("\n"),
  effect: "write",
  input: z.object({
    content: Content,
    importance: Importance,
    modality: ModalityInput,
    tags: Tags,
    session_id: SessionId,
  }),
  output: z.object({
    fingerprintId: z.string(),
    embedderCount: z.int(),
    embeddingLatencyMs: z.number(),
    edgesCreated: z.int(),
    scrubbed: Scrubbed,
  }),
  prepare: (input, graph: Graph) => prepareMemory(graph, { ...input, rationale: null }),
  async run(_input, graph: Graph, prepared: Prepared) {
    const { memory, edges } = await withId(graph, prepared);
    await graph.scope.record({
      kind: MEMORY_STORED,
      payload: toPayload({ memory, edges, state: await impressedRows(graph, memory) }),
    });
    return {
      fingerprintId: memory.id,
      embedderCount: SPACE_COUNT,
      embeddingLatencyMs: prepared.embeddingMs,
      edgesCreated: edges.length,
      scrubbed: memory.scrubbed,
    };
  },
});
