/** What the system says of files, in words. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: "this user may not read or write it",
  EPERM: "this user may not do that there",
  EROFS: "it is on a disk that cannot be written",
  ENOSPC: "the disk is full",
  EDQUOT: "this user may not put more on the disk",
  ENOTDIR: "a file stands where a folder should be",
  EISDIR: "a folder stands where a file should be",
  ENOENT: "there is no such file or folder",
  EEXIST: "something is there already",
  EMFILE: "this process has too many files open",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
};

/** What the system's code means; undefined where it says nothing of files. */
export function problemWords(code: unknown): string | undefined {
  return typeof code === "string" && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
}

/** What a person can do something about, in one line; undefined for what is a fault of ours. */
export function plainProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const words = WORDS[error.code];
  if (words === undefined) return undefined;
  return "path" in error && typeof error.path === "string" ? `${error.path}: ${words}` : words;
}
