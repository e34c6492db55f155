import { constants, type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";

/** Never waits for a pipe to be written to, never follows a link at the end of the way. */
const CAREFULLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file for reading where the way to it is its own real path. Undefined where a link stands on the way, or where
 * what lies there is being exchanged: looked at after opening, what was swapped in between is seen by where the open
 * file really is. The path must be absolute and below a real folder; what it leads to may be anything but is not waited for.
 */
export async function openUnlinked(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, CAREFULLY).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ELOOP" || error.code === "EMLINK") return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    if ((await realPathOf(file, path)) === path) return file;
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

async function realPathOf(file: FileHandle, path: string): Promise<string | undefined> {
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined);
  if (opened !== undefined) return opened;
  // Without /proc: the path must be its own real one and lead to what is open.
  const [real, there, here] = [await realpath(path).catch(() => undefined), await stat(path), await file.stat()];
  return there.ino === here.ino && there.dev === here.dev ? real : undefined;
}
