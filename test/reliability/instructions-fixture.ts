import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What an entry's file holds. */
export type EntryFile = Readonly<Record<string, unknown>> & { readonly id: string; readonly body: string };

/** When every file of a fixture was last changed, unless it was edited. */
const FILE_TIME = new Date("2026-02-03T04:05:06.789Z");

/** Locales order and case these in ways of their own, as they do the ids below. */
const TITLES = ["Ipsum", "ıspark", "Zebra", "Äpfel", "apple", "Ångström", "éclair", "Éclair", "i", "I"];

/** Only what an author must write. */
export function authoredEntry(n: number): EntryFile {
  return {
    id: `${["a-b", "ab", "a_b", "z", "i9", "i10"][n % 6]}${n}`,
    title: TITLES[n % TITLES.length],
    body: `First line of ${n} – größer.\n\nSecond line of ${n}.`,
    priority: ((n * 17) % 100) + 1,
    audience: "all",
    requirement: ["mandatory", "critical", "recommended", "optional"][n % 4],
    categories: ["Iota", "beta", `topic-${n % 5}`],
  };
}

/** With the two fields that a body edit must not move. */
export function datedEntry(n: number): EntryFile {
  return { ...authoredEntry(n), createdAt: "2025-06-07T08:09:10.000Z", semanticSummary: `What ${n} is about` };
}

/** Writes the files in the given order, all of one time. */
export function writeFixture(data: string, entries: readonly EntryFile[]): void {
  const folder = join(data, "instructions");
  mkdirSync(folder, { recursive: true });
  for (const entry of entries) {
    const path = join(folder, `${entry.id}.json`);
    writeFileSync(path, JSON.stringify(entry));
    utimesSync(path, FILE_TIME, FILE_TIME);
  }
}

/** Changes one file by hand: in place, and with the time of now. */
export function editEntry(data: string, id: string, edit: (entry: EntryFile) => EntryFile): void {
  const path = join(data, "instructions", `${id}.json`);
  writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, "utf8")))));
}

/** The governance hash as the contract says it, from what a file says and the rules for what it leaves out. */
export function expectedGovernanceHash(entries: readonly EntryFile[]): string {
  const lines = [...entries]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((entry) => {
      const priority = entry.priority as number;
      const urgent = priority <= 20 || entry.requirement === "mandatory" || entry.requirement === "critical";
      const [priorityTier, days] = urgent
        ? ["P1", 30]
        : priority <= 40
          ? ["P2", 60]
          : priority <= 70
            ? ["P3", 90]
            : ["P4", 120];
      const created = new Date((entry.createdAt as string | undefined) ?? FILE_TIME);
      const summary = (entry.semanticSummary as string | undefined) ?? entry.body.split("\n")[0] ?? "";
      return JSON.stringify({
        id: entry.id,
        title: entry.title,
        version: "1.0.0",
        owner: "unowned",
        priorityTier,
        nextReviewDue: new Date(created.getTime() + (days as number) * 86_400_000).toISOString(),
        semanticSummarySha256: createHash("sha256").update(summary).digest("hex"),
        changeLogLength: 1,
      });
    });
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
