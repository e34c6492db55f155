/** What the kernel knows the instructions folder by. */
export const INSTRUCTIONS_ROOT = "instructions";

/** Files of the folder that are about instructions and are none themselves. */
export const GATES_FILE = "gates.json";
export const OWNERS_FILE = "owners.json";
export const PROMPT_RULES_FILE = "prompt-rules.json";

/** Touched at each mutation, for those who watch the folder from outside. */
export const VERSION_FILE = ".catalog-version";

const RESERVED = new Set([GATES_FILE, OWNERS_FILE, PROMPT_RULES_FILE]);

/** Names that some systems give to devices: a file of that name could not be checked out there. */
const DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

const ID = /^[a-z0-9][a-z0-9-_]*$/;
const ID_CHARS_MAX = 120;

export function isId(id: string): boolean {
  return id.length <= ID_CHARS_MAX && ID.test(id);
}

/** Whether an entry of this id may be written; some ids that are well formed would name another file. */
export function isWritableId(id: string): boolean {
  return isId(id) && !DEVICES.test(id) && !RESERVED.has(fileOf(id));
}

export function fileOf(id: string): string {
  return `${id}.json`;
}

/** Whether a file of this name may hold an entry. Dot files are ours or an editor's. */
export function mayHoldEntry(file: string): boolean {
  return file.endsWith(".json") && !file.startsWith(".") && !RESERVED.has(file);
}

/** The order of everything here: by code unit, the same in every locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
