import type { Env } from "../env.ts";
import type { Logger } from "../logger.ts";
import type { BackgroundHost, BackgroundWork } from "../world.ts";

/** How soon the next step may follow one that left more to do. */
const BETWEEN_STEPS_MS = 5;
/** How soon it looks again for a moment in which no call is being answered. */
const BUSY_LOOK_MS = 20;

interface Job {
  readonly world: string;
  readonly work: BackgroundWork<unknown>;
  lifetime(): unknown;
  host: Omit<BackgroundHost, "signal">;
}

/** What the worlds do while nobody waits. */
export interface Background {
  add(job: Job): void;
  /** Counts a call while it is being answered; the returned function ends it. */
  busy(): () => void;
  /** Begins no step until `resume`; resolves when the running ones have ended. */
  pause(): Promise<void>;
  resume(): void;
  close(): Promise<void>;
}

/** Runs each work in a loop of its own, one step at a time, and none while a call is being answered. */
export function createBackground(env: Env, log: Logger): Background {
  const stop = new AbortController();
  const loops: Promise<void>[] = [];
  const steps = new Set<Promise<unknown>>();
  let calls = 0;
  let paused = false;

  async function loop({ world, work, lifetime, host }: Job): Promise<void> {
    while (!stop.signal.aborted) {
      if (calls > 0 || paused) {
        await env.sleep(BUSY_LOOK_MS, stop.signal);
        continue;
      }
      const step = work.step(lifetime(), { ...host, signal: stop.signal }).catch((error) => {
        if (!stop.signal.aborted) log.warn({ world, work: work.name, cause: String(error) }, "background work failed");
        return false;
      });
      steps.add(step);
      const more = await step;
      steps.delete(step);
      await env.sleep(more ? BETWEEN_STEPS_MS : work.everyMs, stop.signal);
    }
  }

  return {
    add(job) {
      if (!stop.signal.aborted) loops.push(loop(job));
    },
    busy() {
      calls += 1;
      return () => {
        calls -= 1;
      };
    },
    async pause() {
      paused = true;
      await Promise.all(steps);
    },
    resume() {
      paused = false;
    },
    async close() {
      stop.abort();
      await Promise.all(loops);
    },
  };
}
