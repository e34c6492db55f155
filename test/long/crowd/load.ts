import { setTimeout as wait } from "node:timers/promises";

/** Everybody asks again as soon as answered: how many answers a second there are at most. */
export async function askWithoutPause(agents: number, ms: number, ask: (agent: number) => Promise<unknown>) {
  const end = performance.now() + ms;
  let answers = 0;
  await Promise.all(
    Array.from({ length: agents }, async (_, agent) => {
      while (performance.now() < end) {
        await ask(agent);
        answers += 1;
      }
    }),
  );
  return answers / (ms / 1000);
}

/** So many a second are asked whether or not the ones before were answered, as people do. */
export async function askAtRate(
  agents: number,
  perSecond: number,
  ms: number,
  ask: (agent: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  const underWay = new Set<Promise<unknown>>();
  let asked = 0;
  while (performance.now() - began < ms) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    for (; asked < due; asked += 1) {
      const answer = ask(asked % agents);
      underWay.add(answer);
      answer.finally(() => underWay.delete(answer)).catch(() => {});
    }
    await wait(5);
  }
  await Promise.all(underWay);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
