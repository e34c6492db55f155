/** A name as an id: lower case, letters and digits of any script, single dashes. Never empty. */
export function slug(name: string): string {
  const plain = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return plain === "" ? "untitled" : plain;
}

/** The id of a notebook that names none: its path without the ending, folder by folder. */
export function pathSlug(path: string): string {
  return path
    .replace(/\.[a-z]+$/i, "")
    .split("/")
    .map(slug)
    .join("/");
}

/** What a notebook is called when it does not say: the name of its file. */
export function titleFromPath(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.[a-z]+$/i, "");
}
