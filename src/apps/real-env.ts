import { randomBytes } from "node:crypto";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { createIdSource, type Env } from "../kernel/serve.ts";

/** The world as it is. Only the main files make one. */
export function createRealEnv(): Env {
  const now = () => Date.now();
  return {
    now,
    monotonicMs: () => performance.now(),
    id: createIdSource(now, randomBytes),
    randomBytes,
    async sleep(ms, signal) {
      await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {});
    },
    turn,
    reached() {},
  };
}
