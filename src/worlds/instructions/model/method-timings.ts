/** What was measured of one method in this process. */
export interface MethodTiming {
  readonly method: string;
  readonly count: number;
  readonly avgMs: number;
  readonly maxMs: number;
}

export type MethodTimings = ReturnType<typeof createMethodTimings>;

/** How often each method ran and how long it took, since the process began. */
export function createMethodTimings() {
  const measured = new Map<string, { count: number; totalMs: number; maxMs: number }>();
  return {
    add(method: string, ms: number): void {
      const before = measured.get(method) ?? { count: 0, totalMs: 0, maxMs: 0 };
      measured.set(method, {
        count: before.count + 1,
        totalMs: before.totalMs + ms,
        maxMs: Math.max(before.maxMs, ms),
      });
    },
    list: (): MethodTiming[] =>
      [...measured]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([method, { count, totalMs, maxMs }]) => ({
          method,
          count,
          avgMs: twoDecimals(totalMs / count),
          maxMs: twoDecimals(maxMs),
        })),
  };
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}
