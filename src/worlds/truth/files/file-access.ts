import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Scope } from "../../../kernel/index.ts";
import { type AllowedPlaces, readAllowedFile } from "./read-file.ts";

type Transport = Scope["caller"]["transport"];

export interface FileAccessOptions {
  /** The data folder. */
  readonly folder: string;
  /** Folders the operator opened; none where nothing was said. */
  readonly filesRoots?: readonly string[] | undefined;
  readonly workingFolder: string;
  /** Of whoever runs this, where it is known. */
  readonly homeFolder?: string | undefined;
}

export type FileAccess = ReturnType<typeof createFileAccess>;

/** Which files `file_path` may name. Unless the operator says otherwise, only callers on this machine may name any. */
export function createFileAccess({ folder, filesRoots = [], workingFolder, homeFolder }: FileAccessOptions) {
  const base = resolve(workingFolder);
  const imports = join(resolve(folder), "import");

  function rootsOf(transport: Transport): readonly string[] {
    if (filesRoots.length > 0) return filesRoots.map((root) => realOf(resolve(base, root)));
    if (transport === "http") return [];
    return (isWithheld(transport) ? [imports] : [base, imports]).map(realOf);
  }

  /**
   * Clients start servers wherever they are themselves, often in the home folder or in `/`: nobody meant to open those.
   * A person at the command line names the file, and the folder with it.
   */
  function isWithheld(transport: Transport): boolean {
    if (filesRoots.length > 0 || transport !== "stdio") return false;
    const real = realOf(base);
    return dirname(real) === real || (homeFolder !== undefined && isAround(real, realOf(resolve(homeFolder))));
  }

  function placesFor(transport: Transport): AllowedPlaces {
    const closed = [realOf(resolve(folder))];
    return { roots: rootsOf(transport), base: realOf(base), closed, withheld: isWithheld(transport) };
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

/** Whether a folder is another one or holds it. */
function isAround(folder: string, other: string): boolean {
  const way = relative(folder, other);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** A folder that is not there yet may still be made. */
function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
