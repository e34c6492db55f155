import { Worker } from "node:worker_threads";
import { z } from "zod";
import { defineServer, defineTool, defineWorld, type Scope } from "../../src/kernel/index.ts";

/** Burns one core until it is told to stop, as geometry or a model does. */
const BURN = "const end = Date.now() + Number(require('node:worker_threads').workerData); while (Date.now() < end);";

const STEPS = 20;

const workLong = defineTool({
  name: "work_long",
  title: "Work long",
  description: "Works for so many milliseconds on another thread before it writes one entry.",
  effect: "write",
  input: z.object({ ms: z.int() }),
  output: z.object({ worked_ms: z.int() }),
  async prepare({ ms }, { scope }: { scope: Scope }) {
    const worker = new Worker(BURN, { eval: true, workerData: ms });
    const ended = new Promise<void>((resolve, reject) => worker.once("exit", () => resolve()).once("error", reject));
    for (let step = 1; step <= STEPS && !scope.signal.aborted; step += 1) {
      await scope.env.sleep(ms / STEPS, scope.signal);
      await scope.client.progress(step, STEPS, "worked");
    }
    if (scope.signal.aborted) await worker.terminate();
    await ended;
    return ms;
  },
  async run(_input, { scope }: { scope: Scope }, worked) {
    await scope.record({ kind: "worked", payload: { ms: worked } });
    return { worked_ms: worked };
  },
});

/** A world with one tool that takes its time. */
export const slow = defineWorld({
  name: "slow",
  servers: ["slow"],
  migrations: [],
  load: async () => ({
    servers: [
      defineServer<{ scope: Scope }>({ name: "slow", title: "Slow", instructions: "For a bench.", tools: [workLong] }),
    ],
    projections: [],
    start: () => undefined,
    open: (_lifetime: undefined, scope: Scope) => ({ scope }),
    apply: async () => {},
  }),
});
