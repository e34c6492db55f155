import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "../world.ts";
import { BY_HASH, LEFT, PREFIX, REST } from "./blob-store.ts";
import { type FileRoot, statsOf } from "./root.ts";

/** What lies in the place of a blob, by its path below the root. */
export interface Placed {
  readonly path: string;
  readonly sha256: string;
}

/** Everything below a folder of the root that lies where a blob may lie, sorted; what does not is told. Never fails. */
export async function* walkBlobs(
  root: FileRoot,
  folder: string,
  tell: (stray: Finding) => void,
): AsyncIterable<Placed> {
  for (const prefix of await namesIn(root, folder, tell)) {
    if (prefix === LEFT && folder === BY_HASH) continue;
    if (!PREFIX.test(prefix)) {
      tell(strayAt(`${folder}/${prefix}`));
      continue;
    }
    for (const rest of await namesIn(root, `${folder}/${prefix}`, tell)) {
      const path = `${folder}/${prefix}/${rest}`;
      if (REST.test(rest)) yield { path, sha256: `${prefix}${rest}` };
      else tell(strayAt(path));
    }
  }
}

/** What lies in a folder of the root; nothing where there is none, or it cannot be looked into, which is told. */
export async function namesIn(root: FileRoot, folder: string, tell: (stray: Finding) => void): Promise<string[]> {
  const path = join(root.folder, folder);
  const what = shown(folder === "" ? root.name : `${root.name}/${folder}`);
  try {
    const stats = statsOf(path);
    if (stats === undefined) return [];
    if (stats.isDirectory()) return (await readdir(path)).sort();
    tell({ what, reason: "should be a folder" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") tell({ what, reason: "cannot be looked into" });
  }
  return [];
}

export function strayAt(path: string): Finding {
  return { what: shown(`blobs/${path}`), reason: "does not belong here" };
}

/** A name as a terminal may show it, whoever chose it. */
export function shown(name: string): string {
  return /^[\x21-\x7e]+$/.test(name) ? name : JSON.stringify(name).replace(/[^\x20-\x7e]/gu, escaped);
}

function escaped(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
}
