import type { Env } from "../env.ts";
import type { Logger } from "../logger.ts";
import type { BackgroundHost, BackgroundWork } from "../world.ts";

/** How soon the next step may follow one that left more to do. */
const BETWEEN_STEPS_MS = 5;
/** How soon it looks again for a moment in which no call is being answered. */
const BUSY_LOOK_MS = 20;
/** How long shutdown waits for steps that were told to end. */
const CLOSE_MS = 5000;

interface Job {
  readonly world: string;
  readonly work: BackgroundWork<unknown>;
  lifetime(): unknown;
  host: Omit<BackgroundHost, "signal">;
}

/** What the worlds do while nobody waits. */
export interface Background {
  add(job: Job): void;
  /** Counts a call while it is being answered, and tells running steps to end; the returned function ends it. */
  busy(): () => void;
  /** Begins no step until `resume`; resolves when the running ones have ended. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends all steps; one that does not end in time is left behind and told in the log. */
  close(): Promise<void>;
}

/** Runs each work in a loop of its own, one step at a time, and none while a call is being answered. */
export function createBackground(env: Env, log: Logger): Background {
  const stop = new AbortController();
  const loops: Promise<void>[] = [];
  const running = new Map<AbortController, Promise<boolean>>();
  let calls = 0;
  let paused = false;

  async function loop(job: Job): Promise<void> {
    while (!stop.signal.aborted) {
      if (calls > 0 || paused) await env.sleep(BUSY_LOOK_MS, stop.signal);
      else await env.sleep((await runStep(job)) ? BETWEEN_STEPS_MS : job.work.everyMs, stop.signal);
    }
  }

  async function runStep({ world, work, lifetime, host }: Job): Promise<boolean> {
    const end = new AbortController();
    const step = work.step(lifetime(), { ...host, signal: end.signal }).catch((error) => {
      // One that was told to end has more to do.
      if (end.signal.aborted) return true;
      log.warn({ world, work: work.name, cause: String(error) }, "background work failed");
      return false;
    });
    running.set(end, step);
    try {
      return await step;
    } finally {
      running.delete(end);
    }
  }

  function endSteps(): void {
    for (const end of running.keys()) end.abort();
  }

  return {
    add(job) {
      if (!stop.signal.aborted) loops.push(loop(job));
    },
    busy() {
      calls += 1;
      if (running.size > 0) endSteps();
      return () => {
        calls -= 1;
      };
    },
    async pause() {
      paused = true;
      endSteps();
      await Promise.all(running.values());
    },
    resume() {
      paused = false;
    },
    async close() {
      stop.abort();
      endSteps();
      const waited = new AbortController();
      const ended = Promise.all(loops).then(() => waited.abort());
      await Promise.race([ended, env.sleep(CLOSE_MS, waited.signal)]);
      if (running.size > 0) log.warn({ steps: running.size }, "background work did not end in time");
    },
  };
}
