import { basename, dirname } from "node:path";
import { type ImportHost, KernelError, sha256 } from "../../../kernel/index.ts";
import { formatOf } from "../model/parsed.ts";
import type { GivenPath } from "./given-path.ts";
import type { FileSource, FoundFile, RefusedFile } from "./sources/file-source.ts";
import { createFilesystemSource } from "./sources/filesystem.ts";
import { putFile } from "./write-collection.ts";

/** So many files that were left are named one by one. */
const NAMED_MAX = 50;
const STAYING_NAMED_MAX = 10;
const NO_KIND = "no kind of notebook";
const CHANGED_HERE = "changed here since it was imported; remove it here to take this one";

/** What a copying came to. */
export interface Copied {
  /** The hash of each copied file, by its place. */
  readonly files: ReadonlyMap<string, string>;
  /** So many files would be copied: set where that was all that was asked. */
  readonly would?: number;
  /** Set where the person stopped it: what was copied stays. */
  readonly stopped?: KernelError;
}

/**
 * Copies what a person named, and says by name what it leaves and why. A folder that is a collection already keeps its
 * layout, so that its artifacts do not become notebooks. `known` is what imports brought before: a file that is something
 * else now was changed here, and is never overwritten.
 */
export async function copyNotebooks(
  root: string,
  id: string,
  { path, isFolder }: GivenPath,
  known: ReadonlyMap<string, string>,
  host: ImportHost,
): Promise<Copied> {
  const source = createFilesystemSource(isFolder ? path : dirname(path));
  const layout =
    isFolder && (await source.folders("")).includes("notebooks") && (await source.exists("collection.json"));
  const wanted = (file: string) => {
    if (!isFolder) return file === basename(path) ? `${id}/notebooks/${file}` : undefined;
    if (!layout) return formatOf(file) === undefined ? undefined : `${id}/notebooks/${file}`;
    return /^(notebooks|artifacts)\//.test(file) && formatOf(file) !== undefined ? `${id}/${file}` : undefined;
  };
  // A name that was misread leads nowhere.
  const placeFor = (file: FoundFile | RefusedFile) =>
    "refused" in file && file.refused === "name_is_not_utf8" ? undefined : wanted(file.path);
  let total = 0;
  const left: string[] = [];
  for await (const file of source.walk("")) {
    if (placeFor(file) !== undefined) total += 1;
    else if (isFolder && file.path !== "collection.json")
      left.push(`${file.path} (${"refused" in file ? file.refused.replaceAll("_", " ") : NO_KIND})`);
  }
  tellLeft(left, host);
  if (host.options["dry-run"] !== undefined) return { files: new Map(), would: total };
  const here = createFilesystemSource(root);
  const files = new Map<string, string>();
  const changedHere: string[] = [];
  const missing = new Set(known.keys());
  let done = 0;
  for await (const file of source.walk("")) {
    const target = placeFor(file);
    if (target === undefined) continue;
    // What is copied stays: the same command goes on from there.
    if (host.signal?.aborted) return { files, stopped: stopped(done, total) };
    const place = target.slice(id.length + 1);
    const digest = await copyOne(source, file.path, { root, here, path: target, digest: known.get(place) }, host);
    if (digest === CHANGED_HERE) changedHere.push(`${file.path} (${CHANGED_HERE})`);
    else if (digest !== undefined) files.set(place, digest);
    missing.delete(place);
    done += 1;
    host.progress(done, total, "copied");
  }
  tellLeft(changedHere, host);
  await tellStaying([...missing], id, here, host);
  return { files };
}

function tellLeft(left: string[], host: ImportHost): void {
  left.sort();
  for (const path of left.slice(0, NAMED_MAX)) host.print(`not copied: ${path}`);
  if (left.length > NAMED_MAX) host.print(`not copied: ${left.length - NAMED_MAX} more`);
}

/** What was imported before and is not among what was named now stays: it may have come from another folder. */
async function tellStaying(places: readonly string[], id: string, here: FileSource, host: ImportHost): Promise<void> {
  const staying: string[] = [];
  for (const place of places) if (await here.exists(`${id}/${place}`)) staying.push(place.replace(/^notebooks\//, ""));
  if (staying.length === 0) return;
  const named = staying.sort().slice(0, STAYING_NAMED_MAX).join(", ");
  const more = staying.length > STAYING_NAMED_MAX ? ` and ${staying.length - STAYING_NAMED_MAX} more` : "";
  host.print(`stays from an earlier import, and is not in this one: ${named}${more}`);
}

function stopped(done: number, total: number): KernelError {
  return new KernelError(
    "import_stopped",
    `Stopped after ${done} of ${total} files; what was copied stays, and the same command goes on from there`,
  );
}

/** Where a file goes, and what was brought there before. */
interface Place {
  readonly root: string;
  readonly here: FileSource;
  readonly path: string;
  readonly digest: string | undefined;
}

/** Answers with the hash of what is there then; undefined where the file cannot be read. */
async function copyOne(source: FileSource, from: string, to: Place, host: ImportHost): Promise<string | undefined> {
  const file = await source.read(from);
  if (file.kind !== "file") {
    host.print(`not copied: ${from} (${file.kind === "gone" ? "gone" : file.reason.replaceAll("_", " ")})`);
    return undefined;
  }
  const digest = sha256(file.bytes);
  const there = await to.here.read(to.path);
  const thereDigest = there.kind === "file" ? sha256(there.bytes) : undefined;
  if (there.kind === "file" && thereDigest === digest && there.modifiedAt === file.modifiedAt) return digest;
  // A copy keeps the time of what it was made from. Where no entry tells what came, a later one was changed here.
  const isCopy =
    to.digest === undefined ? there.kind !== "file" || there.modifiedAt <= file.modifiedAt : thereDigest === to.digest;
  if (thereDigest !== undefined && thereDigest !== digest && !isCopy) return CHANGED_HERE;
  await putFile(to.root, { path: to.path, bytes: file.bytes, modifiedAt: file.modifiedAt }, host.env);
  return digest;
}
