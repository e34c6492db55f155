import { type Authored, checkAuthored } from "./authored.ts";
import { findCycles } from "./cycles.ts";
import type { InstructionEntry } from "./entry.ts";
import type { FileRead, Stamp } from "./entry-file.ts";
import { parseEntryText } from "./entry-text.ts";
import { catalogHash, governanceHash } from "./hashes.ts";
import { byCodeUnit, fileOf } from "./names.ts";
import { type FirstSeen, hasHash, hasOwner, normalise } from "./normalise.ts";
import { NO_OWNERS, type Owners } from "./owners.ts";

/** A file that holds no usable entry, and why. */
export interface Skipped {
  readonly file: string;
  readonly reason: string;
}

/** What is known of a file. One without entry and reason is some other JSON that lies in the folder. */
export interface KnownFile {
  readonly stamp: Stamp | undefined;
  /** Can change without the folder reporting it: reached by another name too, or not to be read now. */
  readonly shared: boolean;
  /** Read so soon after its last change that a further one might carry the same time. */
  readonly fresh: boolean;
  readonly entry?: InstructionEntry;
  readonly reason?: string;
}

/** File times are coarser than they look; within this a file is read again rather than believed. */
const FRESH_MS = 2000;
const EXTENSION = ".json";

export type Entries = ReturnType<typeof createEntries>;

/** What the files of the folder say, and everything that follows from it, kept until a file changes. */
export function createEntries(trailingNewline: boolean) {
  const files = new Map<string, KnownFile>();
  const byId = new Map<string, InstructionEntry>();
  const firstSeen = new Map<string, FirstSeen>();
  const shared = new Set<string>();
  /** Ids whose file leaves out what must not move, and of which nothing is remembered yet. */
  const unsettled = new Set<string>();
  /** Ids whose file lacks what enrichment puts there. */
  const bare = new Set<string>();
  /** Ids that were remembered and are gone. */
  const forgotten = new Set<string>();
  const listeners: ((id: string) => void)[] = [];
  let owners: Owners = NO_OWNERS;
  let views = new Map<string, unknown>();

  /** A view of all entries, made when first asked for and kept until one changes. */
  function view<Value>(name: string, make: () => Value): Value {
    if (!views.has(name)) views.set(name, make());
    return views.get(name) as Value;
  }

  function put(name: string, read: FileRead, nowMs: number): void {
    const id = name.slice(0, -EXTENSION.length);
    const known = read.kind === "gone" ? undefined : look(name, read, nowMs);
    const before = files.get(name);
    if (known === undefined) files.delete(name);
    else files.set(name, known);
    mark(shared, name, known?.shared ?? false);
    if (known?.entry === undefined) {
      byId.delete(id);
      unsettled.delete(id);
      bare.delete(id);
      if (known === undefined && firstSeen.delete(id)) forgotten.add(id);
    } else {
      byId.set(id, known.entry);
      forgotten.delete(id);
    }
    if (before === undefined && known === undefined) return;
    views = new Map();
    for (const listener of listeners) listener(id);
  }

  function look(name: string, read: Exclude<FileRead, { kind: "gone" }>, nowMs: number): KnownFile {
    const { stamp } = read;
    const fresh = stamp === undefined || Math.max(stamp.modifiedMs, stamp.changedMs) > nowMs - FRESH_MS;
    if (read.kind === "unusable") return { stamp, shared: true, fresh, reason: read.reason };
    const state = { stamp, shared: read.shared, fresh };
    const parsed = parseEntryText(read.text);
    if (parsed === "no entry") return state;
    if ("reason" in parsed) return { ...state, reason: parsed.reason };
    const checked = checkAuthored(parsed.raw);
    if ("reason" in checked) return { ...state, reason: checked.reason };
    if (fileOf(checked.authored.id) !== name) return { ...state, reason: "the id is not the name of the file" };
    return { ...state, entry: derive(checked.authored, read.stamp.modifiedMs) };
  }

  function derive(authored: Authored, fileMs: number): InstructionEntry {
    const { id } = authored;
    const seen = firstSeen.get(id);
    mark(unsettled, id, seen === undefined && !(authored.createdAt && authored.semanticSummary));
    mark(bare, id, lacksEnrichment(authored, owners));
    return normalise(authored, { fileMs, firstSeen: seen, ownerOf: owners.of });
  }

  return {
    files,
    shared,
    unsettled,
    bare,
    forgotten,
    put,
    get: (id: string) => byId.get(id),
    firstSeen: (id: string) => firstSeen.get(id),
    /** Answers whether an entry says something else than what is remembered, so that its file must be read again. */
    remember(id: string, seen: FirstSeen): boolean {
      firstSeen.set(id, seen);
      unsettled.delete(id);
      const entry = byId.get(id);
      return entry !== undefined && (entry.semanticSummary !== seen.summary || entry.createdAt !== seen.createdAt);
    },
    get owners() {
      return owners;
    },
    setOwners(known: Owners): void {
      owners = known;
    },
    /** Told the id of every entry that comes, changes or goes. */
    onChange: (listener: (id: string) => void) => void listeners.push(listener),
    /** Every entry, by id. */
    all: () => view("all", () => [...byId.values()].sort((a, b) => byCodeUnit(a.id, b.id))),
    hash: () => view("hash", () => catalogHash(sorted())),
    governanceHash: () => view("governance", () => governanceHash(sorted(), trailingNewline)),
    /** Ids that replace each other in a circle. */
    cycles: () => view("cycles", () => findCycles(sorted())),
    skipped: () => view("skipped", skipped),
  };

  function sorted(): readonly InstructionEntry[] {
    return view("all", () => [...byId.values()].sort((a, b) => byCodeUnit(a.id, b.id)));
  }

  function skipped(): Skipped[] {
    const found = [...files].flatMap(([file, { reason }]) => (reason === undefined ? [] : [{ file, reason }]));
    return found.sort((a, b) => byCodeUnit(a.file, b.file));
  }
}

/** Whether a file leaves out what enrichment persists: hash, owner where one is known, summary, review dates. */
export function lacksEnrichment(authored: Authored, owners: Owners): boolean {
  return !(
    hasHash(authored) &&
    (hasOwner(authored) || owners.of(authored.id) === undefined) &&
    authored.semanticSummary &&
    authored.lastReviewedAt &&
    authored.nextReviewDue
  );
}

function mark(set: Set<string>, member: string, belongs: boolean): void {
  if (belongs) set.add(member);
  else set.delete(member);
}
