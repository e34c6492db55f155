import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../src/apps/usage-error.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { table } from "./kit/table.ts";
import { openTenants, type Tenants } from "./search/tenants.ts";
import { rowAt } from "./truth/firms.ts";

/** SEARCH_WAITING_ROWS makes it smaller for a quick look, and is no proof then. */
const ROWS = 20_000;
const BATCH = 1000;
const SECONDS_MAX = 2;
const NOTES = [
  ["The physician prescribed pills against her fever.", "medical treatment for an illness"],
  ["Sails were mended in the harbour all winter.", "repairing a yacht at the port"],
  ["Fresh loaves leave the oven at four each morning.", "when is bread baked"],
] as const;

interface Wait {
  readonly whose: string;
  readonly storeSeconds: number;
  /** From handing the note over to an answer that has it, by a question that shares no word with it. */
  readonly foundSeconds: number;
  /** Of this process, all threads: what it would take where nobody else computes. */
  readonly cpuSeconds: number;
  readonly asked: number;
}

interface WaitingResult {
  readonly rows: number;
  readonly importSeconds: number;
  readonly waits: readonly Wait[];
  readonly targets: readonly Target[];
}

/** How long a note waits to be found by its meaning while very many rows wait for their vectors. */
export const bench: Bench<WaitingResult> = {
  name: "search-waiting",
  summary: "a note found by meaning during and after an import of 20 000 rows, by its own user and by another",
  async run({ corpus, progress }) {
    if (corpus !== undefined) throw new UsageError("search-waiting takes no --corpus");
    const rows = Number(process.env.SEARCH_WAITING_ROWS ?? ROWS);
    const folder = mkdtempSync(join(tmpdir(), "bench-waiting-"));
    const tenants = openTenants(join(folder, "data"));
    try {
      // The model is loaded by the first who ask, whoever they are.
      await waitFor(tenants, "a third", "before the import", 0);
      progress(`storing ${rows} rows of one user`);
      const startedMs = performance.now();
      const importing = importRows(tenants, rows);
      const during = await waitFor(tenants, "another", "another user, during the import", 1);
      await importing;
      const importSeconds = secondsSince(startedMs);
      progress("asking for notes");
      const waits = [
        during,
        await waitFor(tenants, "another", "another user, while the rows wait", 2),
        await waitFor(tenants, "importer", "the same user, while the rows wait", 0),
      ];
      return { rows, importSeconds, waits, targets: waits.map(judge) };
    } finally {
      await tenants.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  print: ({ rows, importSeconds, waits, targets }) => [
    `${rows} rows stored in ${importSeconds.toFixed(1)} s`,
    "",
    ...table(
      ["a note of", "stored in s", "found by meaning in s", "CPU s", "asked"],
      waits.map(({ whose, storeSeconds, foundSeconds, cpuSeconds, asked }) => [
        whose,
        storeSeconds.toFixed(2),
        foundSeconds.toFixed(2),
        cpuSeconds.toFixed(2),
        String(asked),
      ]),
    ),
    "",
    ...targets.map(({ target, measured, met }) => `${met ? "PASS" : "MISS"}  ${target}: ${measured}`),
  ],
};

async function importRows(tenants: Tenants, rows: number): Promise<void> {
  for (let from = 0; from < rows; from += BATCH) {
    await tenants.call("importer", "store_structured", {
      idempotency_key: `load ${from}`,
      entities: Array.from({ length: Math.min(BATCH, rows - from) }, (_, index) => rowAt(from + index, 0)),
    });
  }
}

async function waitFor(tenants: Tenants, user: string, whose: string, nth: number): Promise<Wait> {
  const [content, query] = NOTES[nth] ?? NOTES[0];
  const startedMs = performance.now();
  const before = process.cpuUsage();
  await tenants.call(user, "store_structured", {
    idempotency_key: `note ${nth}`,
    entities: [{ entity_type: "note", content }],
  });
  const storeSeconds = secondsSince(startedMs);
  for (let asked = 1; ; asked += 1) {
    const { hits } = (await tenants.call(user, "search", { query })) as unknown as {
      hits: { snapshot?: { content?: unknown } }[];
    };
    if (!hits.some(({ snapshot }) => snapshot?.content === content)) continue;
    const { user: inUser, system } = process.cpuUsage(before);
    return { whose, storeSeconds, foundSeconds: secondsSince(startedMs), cpuSeconds: (inUser + system) / 1e6, asked };
  }
}

function judge({ whose, foundSeconds }: Wait): Target {
  return {
    target: `${whose}: found by meaning within ${SECONDS_MAX} s`,
    measured: `${foundSeconds.toFixed(2)} s`,
    met: foundSeconds <= SECONDS_MAX,
  };
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000;
}
