import { createRealEnv } from "../../src/apps/real-env.ts";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { type Kernel, type Logger, openKernel } from "../../src/kernel/serve.ts";
import { truth } from "../../src/worlds/truth/index.ts";
import { edgesFrom, rowAt, statedAt } from "./firms.ts";

const BATCH = 1000;
/** So many that the answer still names the id of each row. */
const BATCH_WITH_IDS = 150;
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The truth world in this process, on a folder of its own. */
export interface Product {
  readonly ids: string[];
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export function openProduct(folder: string, model: boolean): Product {
  const kernel: Kernel = openKernel({
    worlds: [truth],
    env: createRealEnv(),
    log: SILENT,
    version: "0.0.0-bench",
    folder,
    ...(!model && { embedder: "none" as const }),
    limits: { budgets: { store: 0, retrieve_entities: 0 }, callsPerMinute: 0 },
  });
  const signal = new AbortController().signal;
  return {
    ids: [],
    async call(tool, args) {
      const outcome = await kernel.call({
        server: "truth",
        name: tool,
        arguments: args,
        connection: { id: "bench", transport: "stdio", client: "bench" },
        client: SILENT_CLIENT,
        signal,
        form: "tool",
      });
      if (!("structuredContent" in outcome) || ("isError" in outcome && outcome.isError === true)) {
        throw new Error(`${tool} failed: ${JSON.stringify(outcome).slice(0, 500)}`);
      }
      return outcome.structuredContent as Record<string, unknown>;
    },
    close: () => kernel.close(),
  };
}

/** Loads entities with some observations each, then their edges, in batches as large as a call may be. */
export async function fillProduct(
  product: Product,
  entities: number,
  observationsEach: number,
  progress: (line: string) => void,
): Promise<{ rowsPerSecond: number; edgesPerSecond: number }> {
  let startedMs = performance.now();
  for (let nth = 0; nth < observationsEach; nth += 1) {
    const batch = nth === 0 ? BATCH_WITH_IDS : BATCH;
    for (let from = 0; from < entities; from += batch) {
      const size = Math.min(batch, entities - from);
      const answer = await product.call("store_structured", {
        idempotency_key: `load ${nth} ${from}`,
        entities: Array.from({ length: size }, (_, index) => rowAt(from + index, nth)),
        provenance: { extracted_at: statedAt(nth), extractor_version: "1" },
      });
      if (nth === 0)
        for (const { entity_id } of answer.entities as { entity_id: string }[]) product.ids.push(entity_id);
    }
    if (product.ids.length !== entities) throw new Error(`${product.ids.length} ids for ${entities} entities`);
    progress(`${entities} entities, ${nth + 1} of ${observationsEach} observations each`);
  }
  const rowsPerSecond = perSecond(entities * observationsEach, startedMs);
  startedMs = performance.now();
  const edges = Array.from({ length: entities }, (_, index) => index).flatMap((index) =>
    edgesFrom(index, entities).map((to) => ({
      relationship_type: "REFERS_TO",
      source_entity_id: product.ids[index],
      target_entity_id: product.ids[to],
    })),
  );
  for (let from = 0; from < edges.length; from += BATCH) {
    await product.call("create_relationships", { relationships: edges.slice(from, from + BATCH) });
  }
  return { rowsPerSecond, edgesPerSecond: perSecond(edges.length, startedMs) };
}

function perSecond(count: number, sinceMs: number): number {
  return count / ((performance.now() - sinceMs) / 1000);
}
