import { z } from "zod";
import { ambiguous, clip, refuse } from "../errors.ts";
import { parseTime } from "../model/time.ts";
import { decodeText } from "./formats/decode.ts";
import { readJson } from "./library.ts";
import type { FileSource } from "./sources/file-source.ts";

const Time = z.preprocess((value) => parseTime(value) ?? value, z.int());

/** `set.json`, as it is written by hand or by a pipeline. */
const SetFile = z.looseObject({
  artifact_type: z.enum(["summary", "index", "extraction", "synthesis"]),
  status: z.enum(["offered", "canonical"]).optional(),
  created_at: Time,
  source_notebooks: z.array(z.string()).default([]),
  created_by: z.enum(["synthesis_pipeline", "human_export"]).default("synthesis_pipeline"),
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
  created_by: z.enum(["synthesis_pipeline", "human_export"]).optional(),
  last_refreshed: Time.optional(),
});

export interface ArtifactSet {
  readonly artifact_set_id: string;
  readonly artifact_type: z.output<typeof SetFile>["artifact_type"];
  readonly created_at: number;
  readonly status: "offered" | "canonical";
  readonly source_notebooks: readonly string[];
  readonly created_by: "synthesis_pipeline" | "human_export";
  readonly last_refreshed: number | null;
  /** Names of the artifacts in the set, each once. */
  readonly names: readonly string[];
}

export interface ArtifactProvenance {
  readonly source_notebooks: readonly string[];
  readonly transformation_steps: readonly z.output<typeof Step>[];
  readonly created_at: number;
  readonly created_by: "synthesis_pipeline" | "human_export";
}

export interface Artifact {
  readonly set: ArtifactSet;
  /** Null for the set itself, whose contents are its manifest. */
  readonly name: string | null;
  readonly provenance: ArtifactProvenance;
  readonly lastRefreshed: number | null;
  /** What a reader should know about how far the provenance can be relied on. */
  readonly notes: readonly string[];
}

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

/** Ids as callers see them: the bare name where it is the only one in the collection. */
export function artifactIds(set: ArtifactSet, all: readonly ArtifactSet[]): string[] {
  const ids = new Set(all.map((one) => one.artifact_set_id));
  return set.names.map((name) => {
    const unique = !ids.has(name) && all.filter((one) => one.names.includes(name)).length === 1;
    return unique ? name : `${set.artifact_set_id}/${name}`;
  });
}

function artifactName(file: string): string[] {
  if (file === "set.json" || file.endsWith(".provenance.json")) return [];
  const name = /^(.+)\.(json|md)$/.exec(file)?.[1];
  return name === undefined ? [] : [name];
}

function artifactNotFound(id: string) {
  return refuse({
    type: "artifact_not_found",
    message: "There is no artifact with this id in the active collection.",
    recovery: "Call list_artifact_sets and use one of its artifact_set_id or artifact_ids values.",
    context: { artifact_id: clip(id) },
  });
}
