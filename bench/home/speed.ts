import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOOR } from "../kit/server-process.ts";
import { type Quantiles, quantilesOf } from "../truth/quantiles.ts";
import { openSession, type Session } from "../truth/session.ts";

const SIZES = [1000, 10_000, 100_000];
const TURNS_AT_ONCE = 1000;
const ASKED = 60;
const BRIEFED = 30;
const KEPT = 60;
const WARM_UP = 10;

const PEOPLE = ["Ana", "Ben", "Chloe", "Dmitri", "Elif", "Farid", "Greta", "Hugo"];
const THINGS = [
  "bicycle",
  "garden",
  "piano",
  "boat",
  "kitchen",
  "passport",
  "telescope",
  "violin",
  "greenhouse",
  "tent",
];
const DEEDS = [
  "repaired",
  "sold",
  "painted",
  "lent",
  "found",
  "measured",
  "insured",
  "cleaned",
  "photographed",
  "lost",
];
const PLACES = ["Lisbon", "Oslo", "Kyoto", "Turin", "Quito", "Perth", "Gdansk", "Tunis", "Leeds", "Bergen"];

export interface HomeSpeed {
  readonly sizes: readonly { memories: number; recall: Quantiles; brief: Quantiles }[];
  readonly remember: Quantiles;
  readonly store_structured: Quantiles;
  /** How many times the one costs the other, at the median of calls made in turns. */
  readonly ratio: number;
}

/** The sentence of a number: each is another one, and many share words. */
function sentence(n: number): string {
  const pick = (from: readonly string[], by: number) => from[Math.floor(n / by) % from.length] ?? "";
  return `${pick(PEOPLE, 1)} ${pick(DEEDS, 8)} the ${pick(THINGS, 80)} in ${pick(PLACES, 800)}, number ${n}.`;
}

/** What recall and brief cost as memories grow, and what remembering one sentence costs beside a bare store. */
export async function measureHomeSpeed(progress: (line: string) => void): Promise<HomeSpeed> {
  const folder = mkdtempSync(join(tmpdir(), "bench-home-"));
  const config = join(folder, "bailiwick.config.json");
  // Vectors of a hundred thousand sentences take longer than the bench: what is measured is the search by words.
  writeFileSync(
    config,
    JSON.stringify({
      embedder: { provider: "none" },
      limits: { calls_per_minute: 0, writes_per_minute: 0, store_per_minute: 0, retrieve_entities_per_minute: 0 },
    }),
  );
  const data = join(folder, "data");
  const flags = ["--data", data, "--config", config];
  const home = await openSession([DOOR, "mcp", "home", ...flags]);
  try {
    const costs = await besideStore(home, flags, progress);
    const sizes: HomeSpeed["sizes"][number][] = [];
    let filled = 0;
    for (const size of SIZES) {
      progress(`filling to ${size}`);
      for (; filled < size; filled += TURNS_AT_ONCE) await fill(home, filled);
      progress(`asking at ${size}`);
      sizes.push({ memories: size, recall: await asks(home, size), brief: await briefs(home) });
    }
    return { sizes, ...costs };
  } finally {
    await home.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(home: Session, from: number): Promise<void> {
  const conversation = Array.from({ length: TURNS_AT_ONCE }, (_, n) => ({
    speaker: PEOPLE[(from + n) % PEOPLE.length],
    text: sentence(from + n),
  }));
  await home.call("remember", { conversation });
}

async function asks(home: Session, size: number): Promise<Quantiles> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + ASKED; n += 1) {
    const at = (n * 7919) % size;
    const words = sentence(at).split(",")[0];
    const startedMs = performance.now();
    await home.call("recall", { question: `Who of them ${words?.split(" ").slice(1).join(" ")}?` });
    if (n >= WARM_UP) times.push(performance.now() - startedMs);
  }
  return quantilesOf(times);
}

async function briefs(home: Session): Promise<Quantiles> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + BRIEFED; n += 1) {
    const startedMs = performance.now();
    await home.call("brief", {});
    if (n >= WARM_UP) times.push(performance.now() - startedMs);
  }
  return quantilesOf(times);
}

/** In turns, so that what slows the machine slows both. */
async function besideStore(home: Session, flags: readonly string[], progress: (line: string) => void) {
  progress("remembering beside storing");
  const truth = await openSession([DOOR, "mcp", "truth", ...flags]);
  const remember: number[] = [];
  const store: number[] = [];
  try {
    for (let n = 0; n < WARM_UP + KEPT; n += 1) {
      const startedMs = performance.now();
      await home.call("remember", { text: `A sentence to keep: ${sentence(1_000_000 + n)}` });
      const betweenMs = performance.now();
      const entities = [{ entity_type: "note", title: `Note ${n}`, content: sentence(2_000_000 + n) }];
      await truth.call("store_structured", { idempotency_key: `bench ${n}`, entities });
      if (n < WARM_UP) continue;
      remember.push(betweenMs - startedMs);
      store.push(performance.now() - betweenMs);
    }
  } finally {
    await truth.close();
  }
  const [one, other] = [quantilesOf(remember), quantilesOf(store)];
  return { remember: one, store_structured: other, ratio: one.p50 / other.p50 };
}
