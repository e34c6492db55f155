import { basename, dirname } from "node:path";
import { type ImportHost, KernelError, sha256 } from "../../../kernel/index.ts";
import { formatOf } from "../model/parsed.ts";
import type { GivenPath } from "./given-path.ts";
import type { FileSource } from "./sources/file-source.ts";
import { createFilesystemSource } from "./sources/filesystem.ts";
import { putFile } from "./write-collection.ts";

/** So many files that were left are named one by one. */
const NAMED_MAX = 50;

/**
 * Copies what a person named, and says by name what it leaves and why. A folder that is a collection already keeps its
 * layout, so that its artifacts do not become notebooks. Answers with the hash of each copied file, by its place.
 */
export async function copyNotebooks(
  root: string,
  id: string,
  { path, isFolder }: GivenPath,
  host: ImportHost,
): Promise<Map<string, string>> {
  const source = createFilesystemSource(isFolder ? path : dirname(path));
  const layout =
    isFolder && (await source.folders("")).includes("notebooks") && (await source.exists("collection.json"));
  const wanted = (file: string) => {
    if (!isFolder) return file === basename(path) ? `${id}/notebooks/${file}` : undefined;
    if (!layout) return formatOf(file) === undefined ? undefined : `${id}/notebooks/${file}`;
    return /^(notebooks|artifacts)\//.test(file) && formatOf(file) !== undefined ? `${id}/${file}` : undefined;
  };
  let total = 0;
  const left: string[] = [];
  for await (const file of source.walk("")) {
    if (wanted(file.path) !== undefined) total += 1;
    else if (isFolder && file.path !== "collection.json") left.push(file.path);
  }
  tellLeft(left, host);
  const copied = new Map<string, string>();
  let done = 0;
  for await (const file of source.walk("")) {
    const target = wanted(file.path);
    if (target === undefined) continue;
    // What is copied stays: the same command goes on from there.
    if (host.signal?.aborted) throw stopped(done, total);
    const digest = await copyOne(source, file.path, root, target, host);
    if (digest !== undefined) copied.set(target.slice(id.length + 1), digest);
    done += 1;
    host.progress(done, total, "copied");
  }
  return copied;
}

function tellLeft(left: string[], host: ImportHost): void {
  left.sort();
  for (const path of left.slice(0, NAMED_MAX)) host.print(`not copied: ${path} (no kind of notebook)`);
  if (left.length > NAMED_MAX) host.print(`not copied: ${left.length - NAMED_MAX} more that are no kind of notebook`);
}

function stopped(done: number, total: number): KernelError {
  return new KernelError(
    "import_stopped",
    `Stopped after ${done} of ${total} files; what was copied stays, and the same command goes on from there`,
  );
}

async function copyOne(
  source: FileSource,
  from: string,
  root: string,
  to: string,
  host: ImportHost,
): Promise<string | undefined> {
  const file = await source.read(from);
  if (file.kind === "file") {
    await putFile(root, { path: to, bytes: file.bytes, modifiedAt: file.modifiedAt }, host.env);
    return sha256(file.bytes);
  }
  host.print(`not copied: ${from} (${file.kind === "gone" ? "gone" : file.reason.replaceAll("_", " ")})`);
  return undefined;
}
