import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Scope } from "../../../kernel/index.ts";
import { type AllowedPlaces, readAllowedFile } from "./read-file.ts";

type Transport = Scope["caller"]["transport"];

export interface FileAccessOptions {
  /** The data folder. */
  readonly folder: string;
  /** Folders the operator opened; none where nothing was said. */
  readonly filesRoots?: readonly string[] | undefined;
  readonly workingFolder: string;
}

export type FileAccess = ReturnType<typeof createFileAccess>;

/** Which files `file_path` may name. Unless the operator says otherwise, only callers on this machine may name any. */
export function createFileAccess({ folder, filesRoots = [], workingFolder }: FileAccessOptions) {
  const base = resolve(workingFolder);
  const imports = join(resolve(folder), "import");

  function rootsOf(transport: Transport): readonly string[] {
    if (filesRoots.length > 0) return filesRoots.map((root) => realOf(resolve(base, root)));
    return transport === "http" ? [] : [base, imports].map(realOf);
  }

  function placesFor(transport: Transport): AllowedPlaces {
    return { roots: rootsOf(transport), base: realOf(base), closed: [realOf(resolve(folder))] };
  }

  /** A path may be spelt through the root's own name, where that is a link the operator gave. */
  function realPath(path: string): string {
    const given = resolve(base, path);
    for (const root of [...filesRoots.map((root) => resolve(base, root)), base, imports]) {
      const way = relative(root, given);
      if (way !== "" && !way.startsWith("..")) return join(realOf(root), way);
    }
    return given;
  }

  return {
    read: (path: string, transport: Transport) => readAllowedFile(placesFor(transport), realPath(path)),
  };
}

/** A folder that is not there yet may still be made. */
function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
