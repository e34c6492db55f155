import { z } from "zod";
import { ambiguous, artifactNotFound, clip, refuse } from "../errors.ts";
import {
  ARTIFACT_MAKERS,
  ARTIFACT_STATUSES,
  ARTIFACT_TYPES,
  type Artifact,
  type ArtifactSet,
  artifactName,
} from "../model/artifact.ts";
import { parseTime } from "../model/time.ts";
import { decodeText } from "./decode.ts";
import { readJson } from "./read-json.ts";
import type { FileSource } from "./sources/file-source.ts";

const Time = z.preprocess((value) => parseTime(value) ?? value, z.int());

/** `set.json`, as it is written by hand or by a pipeline. */
const SetFile = z.looseObject({
  artifact_type: z.enum(ARTIFACT_TYPES),
  status: z.enum(ARTIFACT_STATUSES).optional(),
  created_at: Time,
  source_notebooks: z.array(z.string()).default([]),
  created_by: z.enum(ARTIFACT_MAKERS).default("synthesis_pipeline"),
  last_refreshed: Time.optional(),
});

const Step = z.object({
  step_order: z.int(),
  tool: z.string(),
  timestamp: Time,
  parameters: z.record(z.string(), z.json()).default({}),
});

/** `ARTIFACT.provenance.json`: the contract's provenance object. */
const ProvenanceFile = z.looseObject({
  source_notebooks: z.array(z.string()).optional(),
  transformation_steps: z.array(Step).default([]),
  created_at: Time.optional(),
  created_by: z.enum(ARTIFACT_MAKERS).optional(),
  last_refreshed: Time.optional(),
});

export type Artifacts = ReturnType<typeof createArtifacts>;

/** The artifacts of one collection, read from their files at each call. */
export function createArtifacts(source: FileSource, collectionId: string) {
  const root = `${collectionId}/artifacts`;

  async function sets(): Promise<{ sets: ArtifactSet[]; unreadable: string[] }> {
    const found: ArtifactSet[] = [];
    const unreadable: string[] = [];
    for (const id of await source.folders(root)) {
      const set = await readSet(id);
      if (set === undefined) unreadable.push(id);
      else found.push(set);
    }
    return { sets: found, unreadable };
  }

  async function readSet(id: string): Promise<ArtifactSet | undefined> {
    const file = SetFile.safeParse(await readJson(source, `${root}/${id}/set.json`));
    if (!file.success) return undefined;
    const { artifact_type, created_at, source_notebooks, created_by, last_refreshed = null } = file.data;
    const status = file.data.status ?? (created_by === "human_export" ? "canonical" : "offered");
    const names = [...new Set((await source.names(`${root}/${id}`)).flatMap(artifactName))].sort();
    return {
      artifact_set_id: id,
      artifact_type,
      created_at,
      status,
      source_notebooks,
      created_by,
      last_refreshed,
      names,
    };
  }

  /** Finds by the id of a set, by `SET/ARTIFACT`, or by the bare name where only one set has it. */
  async function find(id: string): Promise<Artifact> {
    const { sets: all } = await sets();
    const set = all.find((one) => one.artifact_set_id === id);
    if (set !== undefined) return describe(set, null);
    const [setId, name] = id.includes("/") ? [id.slice(0, id.indexOf("/")), id.slice(id.indexOf("/") + 1)] : [null, id];
    const holders = all.filter((one) => (setId === null || one.artifact_set_id === setId) && one.names.includes(name));
    const [holder, another] = holders;
    if (holder === undefined) throw artifactNotFound(id);
    if (another !== undefined) {
      throw ambiguous(
        "Several artifact sets of this collection have an artifact with this id.",
        "Call again with one of context.candidates.",
        { candidates: holders.map((one) => `${one.artifact_set_id}/${name}`) },
      );
    }
    return describe(holder, name);
  }

  async function describe(set: ArtifactSet, name: string | null): Promise<Artifact> {
    const path = `${root}/${set.artifact_set_id}/${name ?? "set"}.provenance.json`;
    const file = ProvenanceFile.safeParse(await readJson(source, path));
    const own = file.data;
    const broken = !file.success && (await source.exists(path));
    const notes = broken ? ["The provenance file cannot be read; what the artifact set says is shown instead."] : [];
    const provenance = {
      source_notebooks: own?.source_notebooks ?? set.source_notebooks,
      transformation_steps: own?.transformation_steps ?? [],
      created_at: own?.created_at ?? set.created_at,
      created_by: own?.created_by ?? set.created_by,
    };
    return { set, name, provenance, lastRefreshed: own?.last_refreshed ?? set.last_refreshed, notes };
  }

  /** The file of an artifact, to the letter. */
  async function contents({
    set,
    name,
  }: {
    set: ArtifactSet;
    name: string;
  }): Promise<{ text: string; isJson: boolean }> {
    for (const ending of ["json", "md"]) {
      const file = await source.read(`${root}/${set.artifact_set_id}/${name}.${ending}`);
      const text = file.kind === "file" ? decodeText(file.bytes) : undefined;
      if (text !== undefined) return { text, isJson: ending === "json" };
      if (file.kind !== "gone") break;
    }
    throw refuse({
      type: "upstream_failure",
      message: "The file of this artifact cannot be read as text.",
      recovery: "Ask the operator to restore the artifact's file.",
      context: { artifact_id: clip(name) },
    });
  }

  return { sets, find, contents };
}
