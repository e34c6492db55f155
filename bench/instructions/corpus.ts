import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "../search/corpus.ts";

const WORDS = (
  "agent answer approve archive audit branch budget build cache change check client clock column commit config " +
  "contract copy count customer data database date default deploy diff document draft edge entry error event " +
  "example export field file filter folder format gate hash header history import index input install instruction " +
  "invoice job key label language layer ledger license limit line link list lock log machine merge message method " +
  "migration model module name network note number option order owner package page parser password patch path plan " +
  "policy port priority process profile project prompt query queue reader record release report request response " +
  "result retry review role rollback route rule sample schema scope script secret section sentence server session " +
  "setting shell signal snapshot source stage state step storage stream string summary system table tag target team " +
  "template tenant test text thread ticket time token tool topic trace transaction type unit update upload user " +
  "validate value variable version view volume warning window worker workspace write"
).split(" ");
const LINKS = ["the", "a", "every", "before", "after", "with", "without", "and", "or", "never", "always", "when", "if"];
const CATEGORIES = 40;
const AUDIENCES = ["individual", "group", "all"];
const REQUIREMENTS = ["mandatory", "critical", "recommended", "optional", "optional"];
const OWNERS = ["platform-team", "security-team", "data-team", "docs-team", "release-crew"];
const CREATED_MS = Date.UTC(2025, 0, 6);
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** One entry in this many holds a word that no other has. */
const RARE_EVERY = 50;

export type MadeEntry = Readonly<Record<string, unknown>> & { readonly id: string; readonly body: string };

/** A category in the middle: neither the most nor the least used. */
export const CATEGORY = categoryOf(CATEGORIES / 2);

export function idOf(n: number): string {
  return `rule-${n.toString(36).padStart(5, "0")}-${WORDS[n % WORDS.length]}`;
}

/** The word that only entry `n` holds, where it holds one. */
export function rareWordOf(n: number): string {
  return `zq${n.toString(36)}vx`;
}

/** Entries that hold a word of their own. */
export function rareEntries(count: number): number[] {
  return Array.from({ length: Math.floor(count / RARE_EVERY) }, (_, index) => index * RARE_EVERY);
}

/** What an author must write: a body of about a page, some of them with letters beyond ASCII. The same in every run. */
export function makeEntry(n: number): MadeEntry {
  const random = createRandom(n * 7919 + 13);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  // Low numbers are picked more often, as topics are.
  const categories = Array.from({ length: 1 + Math.floor(random() * 3) }, () => categoryOf(random() * CATEGORIES));
  return {
    id: idOf(n),
    title: `${capital(pick(WORDS))} ${pick(WORDS)} ${pick(LINKS)} ${pick(WORDS)}`,
    body: makeBody(n, random, pick),
    priority: 1 + Math.floor(random() * 100),
    audience: pick(AUDIENCES),
    requirement: pick(REQUIREMENTS),
    categories: [...new Set(categories)].sort(),
  };
}

/** The same with everything that is otherwise derived, as files look that the product has written once. */
export function completeEntry(n: number): MadeEntry {
  const entry = makeEntry(n);
  const createdMs = CREATED_MS + n * HOUR_MS;
  const createdAt = new Date(createdMs).toISOString();
  return {
    ...entry,
    sourceHash: createHash("sha256").update(entry.body.trim()).digest("hex"),
    schemaVersion: "1",
    createdAt,
    updatedAt: createdAt,
    version: "1.0.0",
    status: "approved",
    owner: OWNERS[n % OWNERS.length],
    priorityTier: "P2",
    classification: "internal",
    lastReviewedAt: createdAt,
    nextReviewDue: new Date(createdMs + 60 * DAY_MS).toISOString(),
    changeLog: [{ version: "1.0.0", changedAt: createdAt, summary: "initial import" }],
    semanticSummary: (entry.body.split("\n")[0] ?? "").slice(0, 160),
  };
}

/** Writes `count` entries into the instructions folder of a data folder, one file each. */
export function writeEntries(data: string, count: number, make: (n: number) => MadeEntry): string {
  const folder = join(data, "instructions");
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < count; n++) {
    const entry = make(n);
    writeFileSync(join(folder, `${entry.id}.json`), `${JSON.stringify(entry, undefined, 2)}\n`);
  }
  return folder;
}

export function bytesOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function categoryOf(n: number): string {
  return `topic-${String(Math.floor(n)).padStart(2, "0")}`;
}

function makeBody(n: number, random: () => number, pick: <Item>(items: readonly Item[]) => Item): string {
  const sentence = () => {
    const length = 6 + Math.floor(random() * 10);
    const words = Array.from({ length }, (_, at) => (at % 3 === 2 ? pick(LINKS) : pick(WORDS)));
    return `${capital(words.join(" "))}.`;
  };
  const charsWanted = 700 + Math.floor(random() * 1600);
  const foreign = random() < 0.1 ? " – für alle Größen ✓" : "";
  const lines = [`${sentence()}${foreign}`, ""];
  for (let chars = lines[0]?.length ?? 0; chars < charsWanted; ) {
    const line = random() < 0.3 ? `- ${sentence()}` : `${sentence()} ${sentence()}`;
    lines.push(line);
    chars += line.length + 1;
  }
  if (n % RARE_EVERY === 0) lines.splice(3, 0, `See also ${rareWordOf(n)}.`);
  return lines.join("\n");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
