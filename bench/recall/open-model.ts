import { setTimeout as sleep } from "node:timers/promises";
import { type Absent, createEmbedder, type Embedder } from "../../src/kernel/search/embed/index.ts";

/** The model that ships with the product. */
export function openModel(): Promise<Embedder | Absent> {
  return createEmbedder({ provider: "bundled" }, { env: { sleep: (ms) => sleep(ms) } });
}
