import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOOR } from "../kit/server-process.ts";
import { type Cost, createMeter } from "../truth/quantiles.ts";
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
  readonly sizes: readonly { memories: number; recall: Cost; brief: Cost }[];
  readonly remember: Cost;
  readonly store_structured: Cost;
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

async function asks(home: Session, size: number): Promise<Cost> {
  const meter = createMeter(home.cpuMs);
  for (let n = 0; n < WARM_UP + ASKED; n += 1) {
    const words = sentence((n * 7919) % size).split(",")[0];
    const question = `Who of them ${words?.split(" ").slice(1).join(" ")}?`;
    const ask = () => home.call("recall", { question });
    await (n < WARM_UP ? ask() : meter.time(ask));
  }
  return meter.cost();
}

async function briefs(home: Session): Promise<Cost> {
  const meter = createMeter(home.cpuMs);
  const ask = () => home.call("brief", {});
  for (let n = 0; n < WARM_UP + BRIEFED; n += 1) await (n < WARM_UP ? ask() : meter.time(ask));
  return meter.cost();
}

/** In turns, so that what slows the machine slows both. */
async function besideStore(home: Session, flags: readonly string[], progress: (line: string) => void) {
  progress("remembering beside storing");
  const truth = await openSession([DOOR, "mcp", "truth", ...flags]);
  const [remembering, storing] = [createMeter(home.cpuMs), createMeter(truth.cpuMs)];
  try {
    for (let n = 0; n < WARM_UP + KEPT; n += 1) {
      const text = `A sentence to keep: ${sentence(1_000_000 + n)}`;
      const entities = [{ entity_type: "note", title: `Note ${n}`, content: sentence(2_000_000 + n) }];
      const remember = () => home.call("remember", { text });
      const store = () => truth.call("store_structured", { idempotency_key: `bench ${n}`, entities });
      await (n < WARM_UP ? remember() : remembering.time(remember));
      await (n < WARM_UP ? store() : storing.time(store));
    }
  } finally {
    await truth.close();
  }
  return { remember: remembering.cost(), store_structured: storing.cost() };
}
