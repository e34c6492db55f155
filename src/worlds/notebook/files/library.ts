import { z } from "zod";
import type { NotebookConfig, StorageConfig } from "../config.ts";
import { collectionNotFound } from "../errors.ts";
import { parseTime } from "../model/time.ts";
import { type Artifacts, createArtifacts } from "./artifacts.ts";
import { type CollectionFiles, collectionFilesAt } from "./collection-files.ts";
import { readJson } from "./read-json.ts";
import type { FileSource } from "./sources/file-source.ts";
import { createFilesystemSource } from "./sources/filesystem.ts";
import { createS3Source } from "./sources/s3.ts";

/** What a collection says of itself in its `collection.json`. */
export interface Manifest {
  readonly title: string;
  readonly domainTags: readonly string[];
  readonly createdAt: number | null;
}

export type Library = ReturnType<typeof createLibrary>;

/** Collections that `import --link` left where they were. Beside the collections, so that none can add itself. */
export const LINKS_FILE = "links.json";
const Links = z.record(z.string(), z.string());

const ManifestFile = z.looseObject({
  title: z.string().min(1).max(500).optional().catch(undefined),
  domain_tags: z.array(z.string()).catch([]).default([]),
  created_at: z.unknown().optional(),
});

/** The collections of the configured storage. Reads only; every look is at the files as they are now. */
export function createLibrary(config: NotebookConfig) {
  const source = openSource(config.notebook_storage);
  const artifactSource =
    config.artifact_storage === config.notebook_storage ? source : openSource(config.artifact_storage);

  async function links(): Promise<ReadonlyMap<string, string>> {
    if (config.notebook_storage.type !== "filesystem") return new Map();
    return new Map(Object.entries(Links.catch({}).parse(await readJson(source, LINKS_FILE))));
  }

  async function collectionIds(): Promise<readonly string[]> {
    return [...new Set([...(await source.folders("")), ...(await links()).keys()])].sort();
  }

  async function has(collectionId: string): Promise<boolean> {
    return (await collectionIds()).includes(collectionId);
  }

  /** An entered collection may have been taken away since. */
  async function require(collectionId: string): Promise<void> {
    if (!(await has(collectionId))) throw collectionNotFound(collectionId);
  }

  async function manifest(collectionId: string): Promise<Manifest> {
    const file = ManifestFile.catch({ domain_tags: [] }).parse(
      (await readJson(source, `${collectionId}/collection.json`)) ?? {},
    );
    return { title: file.title ?? collectionId, domainTags: file.domain_tags, createdAt: parseTime(file.created_at) };
  }

  async function filesOf(collectionId: string): Promise<CollectionFiles> {
    const linked = (await links()).get(collectionId);
    if (linked !== undefined) return collectionFilesAt(createFilesystemSource(linked), "");
    const inner = (await source.folders(collectionId)).includes("notebooks");
    return collectionFilesAt(source, inner ? `${collectionId}/notebooks` : collectionId);
  }

  function artifactsOf(collectionId: string): Artifacts {
    return createArtifacts(artifactSource, collectionId);
  }

  return { links, collectionIds, has, require, manifest, filesOf, artifactsOf };
}

/** The same collections as a caller may see them: the others are not there. */
export function libraryFor(library: Library, maySee: (collectionId: string) => boolean): Library {
  const collectionIds = async () => (await library.collectionIds()).filter(maySee);
  const has = async (collectionId: string) => maySee(collectionId) && library.has(collectionId);
  return {
    ...library,
    collectionIds,
    has,
    async require(collectionId) {
      if (!(await has(collectionId))) throw collectionNotFound(collectionId);
    },
  };
}

function openSource(storage: StorageConfig): FileSource {
  return storage.type === "filesystem" ? createFilesystemSource(storage.path) : createS3Source(storage);
}
