export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
}

export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Milliseconds of one call: as a clock saw them, and of the processor. */
export interface Cost {
  readonly wall: Quantiles;
  readonly cpu: Quantiles;
}

export interface Meter {
  time(work: () => Promise<unknown>): Promise<void>;
  cost(): Cost;
}

/** Times calls one after another; `cpuMs` reads the processor time of whoever does the work. */
export function createMeter(cpuMs: () => number): Meter {
  const wall: number[] = [];
  const cpu: number[] = [];
  return {
    async time(work) {
      const cpuBefore = cpuMs();
      const startedMs = performance.now();
      await work();
      wall.push(performance.now() - startedMs);
      cpu.push(cpuMs() - cpuBefore);
    },
    cost: () => ({ wall: quantilesOf(wall), cpu: quantilesOf(cpu) }),
  };
}
