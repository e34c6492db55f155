import { basename, dirname } from "node:path";
import type { ImportHost } from "../../../kernel/index.ts";
import { formatOf } from "../model/parsed.ts";
import type { GivenPath } from "./given-path.ts";
import type { FileSource } from "./sources/file-source.ts";
import { createFilesystemSource } from "./sources/filesystem.ts";
import { putFile } from "./write-collection.ts";

/** Copies what a person named. A folder that is a collection already keeps its layout, so that its artifacts do not become notebooks. */
export async function copyNotebooks(
  root: string,
  id: string,
  { path, isFolder }: GivenPath,
  host: ImportHost,
): Promise<void> {
  const source = createFilesystemSource(isFolder ? path : dirname(path));
  const layout =
    isFolder && (await source.folders("")).includes("notebooks") && (await source.exists("collection.json"));
  const wanted = (file: string) => {
    if (!isFolder) return file === basename(path) ? `${id}/notebooks/${file}` : undefined;
    if (!layout) return formatOf(file) === undefined ? undefined : `${id}/notebooks/${file}`;
    return /^(notebooks|artifacts)\//.test(file) && formatOf(file) !== undefined ? `${id}/${file}` : undefined;
  };
  let total = 0;
  for await (const file of source.walk("")) if (wanted(file.path) !== undefined) total += 1;
  let done = 0;
  for await (const file of source.walk("")) {
    const target = wanted(file.path);
    if (target === undefined) continue;
    await copyOne(source, file.path, root, target, host);
    done += 1;
    host.progress(done, total, "copied");
  }
}

async function copyOne(source: FileSource, from: string, root: string, to: string, host: ImportHost): Promise<void> {
  const file = await source.read(from);
  if (file.kind === "file") await putFile(root, { path: to, bytes: file.bytes, modifiedAt: file.modifiedAt }, host.env);
  else host.print(`not copied: ${from} (${file.kind === "gone" ? "gone" : file.reason.replaceAll("_", " ")})`);
}
