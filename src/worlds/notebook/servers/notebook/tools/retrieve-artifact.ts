import { z } from "zod";
import { cutText, type Json } from "../../../../../kernel/index.ts";
import type { Artifacts } from "../../../files/artifacts.ts";
import { type Artifact, artifactIds } from "../../../model/artifact.ts";
import { stalenessOf } from "../../../model/staleness.ts";
import { ARTIFACT_DISCLAIMER } from "../../../model/words.ts";
import type { Notebook } from "../../../notebook.ts";
import { ContextHandle, defineAffordance, LIST_CHARS_MAX } from "../affordance.ts";
import { requireCollection } from "../session.ts";

const Steps = z.array(
  z.object({
    step_order: z.number(),
    tool: z.string(),
    timestamp: z.number(),
    parameters: z.record(z.string(), z.unknown()),
  }),
);

const SYNTHESIZED_NOTE =
  "Synthesized by a pipeline from the source notebooks. No confidence was measured; verify against the sources.";
const EXPORTED_NOTE = "Exported by a person. Nothing was synthesized by this server.";

export const retrieveArtifact = defineAffordance({
  name: "retrieve_artifact",
  title: "Retrieve an artifact",
  description: "Retrieves full artifact contents with provenance and non-authoritative disclaimer",
  input: z.object({
    artifact_id: z.string().describe("Artifact identifier from list_artifact_sets"),
    context_handle: ContextHandle,
    offset: z.int().min(0).optional().describe("Where to go on: next_offset of a truncated answer"),
  }),
  output: z.object({
    artifact_id: z.string(),
    artifact_type: z.string(),
    status: z.enum(["offered", "canonical"]),
    contents: z.unknown().describe("The full artifact: text, or what its JSON holds"),
    provenance: z.object({
      source_notebooks: z.array(z.string()),
      transformation_steps: Steps,
      created_at: z.number(),
      created_by: z.enum(["synthesis_pipeline", "human_export"]),
    }),
    synthesis_metadata: z.object({
      synthesized: z.boolean(),
      confidence_note: z.string(),
      last_refreshed: z.number().nullable(),
      staleness_indicator: z.enum(["fresh", "stale", "unknown"]),
    }),
    disclaimer: z.string(),
    immutable: z.literal(true),
    truncated: z.literal(true).optional().describe("The contents are a part of the artifact's text"),
    next_offset: z.number().optional(),
    total_chars: z.number().optional(),
  }),
  run: async ({ artifact_id, context_handle, offset = 0 }, notebook) => {
    const { context, collectionId } = requireCollection(notebook, context_handle);
    const artifacts = notebook.library.artifactsOf(collectionId);
    const artifact = await artifacts.find(artifact_id);
    const { set, provenance, lastRefreshed, notes } = artifact;
    const payload = await payloadOf(artifacts, artifact);
    const { text, cut } = cutText(payload.text, offset, LIST_CHARS_MAX);
    await notebook.refreshCatalog(collectionId);
    const synthesized = provenance.created_by === "synthesis_pipeline";
    const { source_notebooks, created_at } = provenance;
    const value = {
      artifact_id,
      artifact_type: set.artifact_type,
      status: set.status,
      contents: text === payload.text ? payload.json : text,
      provenance: {
        ...provenance,
        source_notebooks: [...source_notebooks],
        transformation_steps: [...provenance.transformation_steps],
      },
      synthesis_metadata: {
        synthesized,
        confidence_note: [synthesized ? SYNTHESIZED_NOTE : EXPORTED_NOTE, ...notes].join(" "),
        last_refreshed: lastRefreshed,
        staleness_indicator: stalenessOf(created_at, await modifiedTimes(notebook, collectionId, source_notebooks)),
      },
      disclaimer: ARTIFACT_DISCLAIMER,
      immutable: true as const,
      ...cut,
    };
    return { value, context, references: [artifact_id] };
  },
});

/** When each source was last modified; undefined for one that is not in the collection. */
async function modifiedTimes({ files }: Notebook, collectionId: string, sourceNotebooks: readonly string[]) {
  const times: (number | undefined)[] = [];
  for (const id of sourceNotebooks) times.push((await files.findNotebook(collectionId, id))?.modified_at);
  return times;
}

/** The artifact as text and as what the text says. The id of a set gives its manifest. */
async function payloadOf(artifacts: Artifacts, artifact: Artifact): Promise<{ text: string; json: Json }> {
  const { set, name } = artifact;
  if (name === null) {
    const { names: _, ...manifest } = set;
    const { sets } = await artifacts.sets();
    const json = {
      ...manifest,
      source_notebooks: [...manifest.source_notebooks],
      artifact_ids: artifactIds(set, sets),
    };
    return { text: JSON.stringify(json), json };
  }
  const file = await artifacts.contents({ ...artifact, name });
  if (!file.isJson) return { text: file.text, json: file.text };
  try {
    return { text: file.text, json: JSON.parse(file.text) as Json };
  } catch {
    // A broken file is shown as it is: mending it would be synthesis.
    return { text: file.text, json: file.text };
  }
}
