import { type FileHandle, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import type { KernelError } from "./errors.ts";
import { openUnlinked } from "./open-unlinked.ts";
import type { Scope } from "./world.ts";

type Transport = Scope["caller"]["transport"];

export interface AllowedFilesOptions {
  /** The data folder. */
  readonly folder: string;
  /** Folders the operator opened; none where nothing was said. */
  readonly filesRoots?: readonly string[] | undefined;
  readonly workingFolder: string;
  /** Of whoever runs this, where it is known. */
  readonly homeFolder?: string | undefined;
}

/** How a world words that a file is not read. */
export interface FileRefusals {
  /** Withheld: the working folder would be one of those that may be read, but holds too much to be opened by itself. */
  outside(withheld: boolean): KernelError;
  notFound(): KernelError;
  notAFile(): KernelError;
  hardLinked(): KernelError;
  unreadable(message: string, cause: string): KernelError;
  /** Throws where a file is too large or empty; nothing of it was read yet. */
  checkSize(bytes: number): void;
}

/** Where files may be read: all real paths. */
interface AllowedPlaces {
  readonly roots: readonly string[];
  /** What a relative path starts from. */
  readonly base: string;
  /** Inside a root and yet not to be read: our own database and keys. */
  readonly closed: readonly string[];
  readonly withheld: boolean;
}

/** Which files a caller may name. */
export interface AllowedFiles {
  read(path: string, transport: Transport): Promise<Buffer>;
}

/** Which files callers may name. Unless the operator says otherwise, only callers on this machine may name any. */
export function createAllowedFiles(options: AllowedFilesOptions, refusals: FileRefusals): AllowedFiles {
  const { folder, filesRoots = [], workingFolder, homeFolder } = options;
  const base = resolve(workingFolder);
  const imports = join(resolve(folder), "import");

  async function rootsOf(transport: Transport, path: string): Promise<readonly string[]> {
    // Whoever sits at the command line names a file of their own; our own folder stays closed.
    if (transport === "local") return [parse(resolve(base, path)).root];
    if (filesRoots.length > 0) return Promise.all(filesRoots.map((root) => realOf(resolve(base, root))));
    if (transport === "http") return [];
    return Promise.all(((await isWithheld(transport)) ? [imports] : [base, imports]).map(realOf));
  }

  /**
   * Clients start servers wherever they are themselves, often in the home folder or in `/`: nobody meant to open those.
   * A person at the command line names the file, and the folder with it.
   */
  async function isWithheld(transport: Transport): Promise<boolean> {
    if (filesRoots.length > 0 || transport !== "stdio") return false;
    const real = await realOf(base);
    return dirname(real) === real || (homeFolder !== undefined && isAround(real, await realOf(resolve(homeFolder))));
  }

  async function placesFor(transport: Transport, path: string): Promise<AllowedPlaces> {
    const closed = [await realOf(resolve(folder))];
    const roots = await rootsOf(transport, path);
    return { roots, base: await realOf(base), closed, withheld: await isWithheld(transport) };
  }

  /** A path may be spelt through the root's own name, where that is a link the operator gave. */
  async function realPath(path: string): Promise<string> {
    const given = resolve(base, path);
    for (const root of [...filesRoots.map((root) => resolve(base, root)), base, imports]) {
      const way = relative(root, given);
      if (way !== "" && !way.startsWith("..")) return join(await realOf(root), way);
    }
    return given;
  }

  return {
    read: async (path, transport) => readAllowed(await placesFor(transport, path), await realPath(path), refusals),
  };
}

/** Whether a folder is another one or holds it. */
function isAround(folder: string, other: string): boolean {
  const way = relative(folder, other);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** A folder that is not there yet may still be made. */
function realOf(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

/**
 * Reads a file below an allowed root. The way to it must be its own real path: no link, no other spelling.
 * What lies outside is refused the same whether it is there or not.
 */
async function readAllowed(places: AllowedPlaces, path: string, refusals: FileRefusals): Promise<Buffer> {
  const wanted = resolve(places.base, path);
  if (path.includes("\0") || !isAllowed(places, wanted)) throw refusals.outside(places.withheld);
  const file = await openAt(places, wanted, refusals);
  if (file === undefined) throw refusals.outside(places.withheld);
  try {
    return await readUnchanged(file, refusals);
  } finally {
    await file.close();
  }
}

function isAllowed({ roots, closed }: AllowedPlaces, wanted: string): boolean {
  const root = nearest(roots, wanted);
  const gate = nearest(closed, wanted);
  // The nearer one decides: a folder for imports may lie inside our own.
  return root !== undefined && (gate === undefined || root.length > gate.length);
}

function nearest(folders: readonly string[], path: string): string | undefined {
  const around = folders.filter((folder) => isBelow(folder, path));
  return around.sort((a, b) => b.length - a.length)[0];
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function openAt(places: AllowedPlaces, wanted: string, refusals: FileRefusals): Promise<FileHandle | undefined> {
  try {
    return await openUnlinked(wanted);
  } catch (error) {
    throw await whyNot(places, wanted, (error as NodeJS.ErrnoException).code ?? "", refusals);
  }
}

async function whyNot(
  places: AllowedPlaces,
  wanted: string,
  code: string,
  refusals: FileRefusals,
): Promise<KernelError> {
  if (await leadsElsewhere(wanted)) return refusals.outside(places.withheld);
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") {
    return refusals.notFound();
  }
  if (code === "ENXIO" || code === "ENODEV") return refusals.notAFile();
  return refusals.unreadable("The file cannot be opened.", code);
}

/** Whether the folder on the way is a link: then it must not show what is at its other end. */
async function leadsElsewhere(wanted: string): Promise<boolean> {
  const folder = dirname(wanted);
  if (folder === wanted) return false;
  const real = await realpath(folder).catch(() => undefined);
  return real === undefined ? leadsElsewhere(folder) : real !== folder;
}

async function readUnchanged(file: FileHandle, refusals: FileRefusals): Promise<Buffer> {
  const before = await file.stat();
  if (!before.isFile()) throw refusals.notAFile();
  // Another name of the same file may lie anywhere.
  if (before.nlink > 1) throw refusals.hardLinked();
  refusals.checkSize(before.size);
  const content = Buffer.alloc(before.size + 1);
  let size = 0;
  for (;;) {
    const { bytesRead } = await file.read(content, size, content.length - size, size);
    size += bytesRead;
    if (bytesRead === 0 || size === content.length) break;
  }
  const after = await file.stat();
  if (size !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
    throw refusals.unreadable("The file changed while it was read.", "changed");
  }
  return content.subarray(0, size);
}
