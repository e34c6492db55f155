import { z } from "zod";
import type { NotebookConfig, StorageConfig } from "../config.ts";
import { parseTime } from "../model/time.ts";
import { decodeText, textStart } from "./formats/decode.ts";
import { formatOf } from "./formats/read-notebook.ts";
import type { FileSource, FoundFile, RefusedFile } from "./sources/file-source.ts";
import { createFilesystemSource } from "./sources/filesystem.ts";
import { createS3Source } from "./sources/s3.ts";

/** What a collection says of itself in its `collection.json`. */
export interface Manifest {
  readonly title: string;
  readonly domainTags: readonly string[];
  readonly createdAt: number | null;
}

/** The notebooks of one collection, wherever they are. */
export interface Shelf {
  walk(): AsyncIterable<FoundFile | RefusedFile>;
  exists: FileSource["exists"];
  read: FileSource["read"];
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

  async function manifest(collectionId: string): Promise<Manifest> {
    const file = ManifestFile.catch({ domain_tags: [] }).parse(
      (await readJson(source, `${collectionId}/collection.json`)) ?? {},
    );
    return { title: file.title ?? collectionId, domainTags: file.domain_tags, createdAt: parseTime(file.created_at) };
  }

  async function shelf(collectionId: string): Promise<Shelf> {
    const linked = (await links()).get(collectionId);
    if (linked !== undefined) return shelfAt(createFilesystemSource(linked), "");
    const inner = (await source.folders(collectionId)).includes("notebooks");
    return shelfAt(source, inner ? `${collectionId}/notebooks` : collectionId);
  }

  return { collectionIds, has, manifest, shelf, artifacts: artifactSource };
}

function openSource(storage: StorageConfig): FileSource {
  return storage.type === "filesystem" ? createFilesystemSource(storage.path) : createS3Source(storage);
}

/** A folder that is a collection without the usual layout holds its notebooks beside these. */
const NOT_NOTEBOOKS = /^(collection\.json$|artifacts\/)/;

function shelfAt(source: FileSource, under: string): Shelf {
  const inside = (path: string) => (under === "" ? path : `${under}/${path}`);
  const loose = under !== "" && !under.endsWith("/notebooks");
  return {
    async *walk() {
      for await (const file of source.walk(under)) {
        // A link or a locked folder has a name that says nothing about what is in it.
        const counts = formatOf(file.path) !== undefined || ("refused" in file && file.refused !== "not_a_file");
        if (counts && !(loose && NOT_NOTEBOOKS.test(file.path))) yield file;
      }
    },
    exists: (path) => source.exists(inside(path)),
    read: (path) => source.read(inside(path)),
  };
}

/** A JSON file, or undefined when it is missing or is none. */
export async function readJson(source: FileSource, path: string): Promise<unknown> {
  const file = await source.read(path);
  const text = file.kind === "file" ? decodeText(file.bytes) : undefined;
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.slice(textStart(text)));
  } catch {
    return undefined;
  }
}
