/** What is not found, and why that is so. */
export interface NotFound {
  readonly because: string;
}

/** The first thing that a command names, … standing for anything; or why it finds nothing. */
export type Cell = string | NotFound;

/** What each command makes of one edit. A checkpoint is compared with everything, so it finds what `--full` does. */
export interface Cells {
  readonly verify: Cell;
  readonly full: Cell;
  readonly checkpoint?: Cell;
  readonly replay: Cell;
}

export type Table<Kind extends string> = Readonly<Record<Kind, Cells>>;

export const COMMANDS = ["verify", "full", "checkpoint", "replay"] as const;
export type Command = (typeof COMMANDS)[number];

export function cellOf(cells: Cells, command: Command): Cell {
  return command === "checkpoint" ? (cells.checkpoint ?? cells.full) : cells[command];
}

/** Whether what was named first, or nothing, is what a cell says. */
export function fits(cell: Cell, named: string): boolean {
  if (typeof cell !== "string") return named === "";
  const pattern = cell.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join(".*")}$`, "s").test(named);
}

const because = (reason: string): NotFound => ({ because: reason });

/** Of the quick look. */
export const VERIFIED_BEFORE = because("it was verified before, and is not looked at again");
export const NOT_OF_NEW_ENTRIES = because(
  "the quick look goes by the new entries, to what they made; this follows from all of them, or from none",
);
export const NOT_QUICK = because("catalogs, index and notes are compared by --full alone");

export const GOVERNANCE_NOT_QUICK = because("permissions, approvals and users are compared by --full alone");

/** Of replaying. */
export const TABLES_ONLY = because("replaying looks at tables that follow from entries, and at nothing else");
export const SAME_TABLES = because("the tables are what the entries that are there give");

/** Of all. */
export const ANSWERS_NOTHING = because("no answer comes from it");
export const MADE_ANEW = because("no answer rests on it: the next look makes it anew from what it follows from");
export const NOT_NEEDED = because("everything is looked at without it, and it is made anew");
export const NO_CHECKPOINT = because("no checkpoint is asked for");
export const ONLY_A_CHECKPOINT = because("all of it fits together: only a checkpoint kept elsewhere tells");
export const LESS_AND_TRUE = because("it says less than it could, and nothing that is not so");
export const UNREAD_PAGE = because("it does not come by that page; the engine's own check is part of --full");
export const SEEN_ONCE = because(
  "files are what instructions follow from; when one without a date was first seen, nothing else tells",
);
export const SECRETS = because(
  "passwords, sessions and tokens are secrets, and no log holds what they are compared with: one that is planted lets somebody in, and what they do is in the log",
);
