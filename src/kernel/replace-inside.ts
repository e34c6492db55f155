import { access, constants, type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { type FileOptions, makeFolder, replaceFile } from "./atomic-file.ts";
import { KernelError } from "./errors.ts";

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Puts a whole file in its place below a folder that others may write to as well, making the folders on the way. None of
 * them may be a link: each is opened from the one above it and stays the one that was looked at, whatever takes its name.
 */
export async function replaceInside(
  root: string,
  path: string,
  content: Uint8Array | string,
  newName: string,
  options?: FileOptions,
): Promise<void> {
  const names = path.split("/");
  const name = names.pop() ?? "";
  if ([...names, name].some((one) => one === "" || one === "." || one === ".." || one.includes("\0"))) {
    throw new KernelError("internal", "A file was to be written outside its folder", {});
  }
  await makeFolder(root);
  let folder = await open(root, constants.O_RDONLY | constants.O_DIRECTORY);
  let way = root;
  try {
    for (const inner of names) {
      const next = await openFolder(join(await pinned(folder, way), inner));
      await folder.close();
      folder = next;
      way = join(way, inner);
    }
    await replaceFile(join(await pinned(folder, way), name), content, newName, options);
  } finally {
    await folder.close();
  }
}

async function openFolder(path: string): Promise<FileHandle> {
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return open(path, FOLDER).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ELOOP" && error.code !== "ENOTDIR") throw error;
    throw new KernelError(
      "storage_unwritable",
      "A folder on the way is a link or a file, through which nothing is written: remove it",
      {},
      { cause: error },
    );
  });
}

/** The open folder by a name that nobody can give to another one; without /proc, by the one it was opened with. */
async function pinned(folder: FileHandle, way: string): Promise<string> {
  const name = `/proc/self/fd/${folder.fd}`;
  return access(name).then(
    () => name,
    () => way,
  );
}
