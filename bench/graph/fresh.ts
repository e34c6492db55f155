import { join } from "node:path";
import { type Cost, createMeter } from "../truth/quantiles.ts";
import { openGraph } from "./open-graph.ts";
import { probedGraph } from "./probed-graph.ts";

/** What calls cost with the bundled model, on a graph of a few hundred. */
export interface FreshResult {
  readonly memories: number;
  readonly store: Cost;
  /** Of two texts that were never seen: the model reads both. */
  readonly deltaOfTexts: Cost;
  /** How many of the memories were the first result for their own words in the call right after they were stored. */
  readonly foundAtOnce: number;
  readonly asked: number;
}

const MEMORIES = 200;
const ASKED = 40;

export async function measureFresh(folder: string): Promise<FreshResult> {
  const product = openGraph(join(folder, "fresh"), probedGraph);
  const [store, delta] = [createMeter(cpuMs), createMeter(cpuMs)];
  let foundAtOnce = 0;
  try {
    for (let at = 0; at < MEMORIES; at++) {
      const content = sentence(at);
      let id = "";
      const keep = async () => {
        id = (await product.ask("store_memory", { content })).fingerprintId;
      };
      if (at < MEMORIES - ASKED) {
        await keep();
        continue;
      }
      await store.time(keep);
      const { results } = await product.ask("search_graph", { query: `parcel ${at} ${PLACES[at % PLACES.length]}` });
      if (results[0]?.fingerprintId === id) foundAtOnce += 1;
    }
    await product.vectorsMade();
    for (let at = 0; at < ASKED; at++) {
      const [old_fingerprint, new_fingerprint] = [1, 2].map((more) => ({ content: sentence(1000 * more + at) }));
      await delta.time(() => product.ask("compute_delta_sc", { old_fingerprint, new_fingerprint }));
    }
    return { memories: MEMORIES, store: store.cost(), deltaOfTexts: delta.cost(), foundAtOnce, asked: ASKED };
  } finally {
    await product.close();
  }
}

const PLACES = ["harbour", "mill", "station", "market", "orchard", "chapel", "quarry"];
const THINGS = ["lamps", "seed potatoes", "roof tiles", "violins", "medicine", "glass"];

const sentence = (at: number): string =>
  `Parcel ${at} with ${THINGS[at % THINGS.length]} was brought to the ${PLACES[at % PLACES.length]} by the morning van.`;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
