/** What one connection or user has used of its current window. */
export interface Usage {
  windowStartMs: number;
  calls: number;
  writes: number;
  inFlight: number;
}

/** Usage by key. Bounded: a key whose window is over is forgotten, and beyond `keysMax` the oldest that rests. */
export interface UsageWindows {
  readonly size: number;
  of(key: string, nowMs: number): Usage;
}

export function createUsageWindows(windowMs: number, keysMax: number): UsageWindows {
  // In the order in which their windows began, so that those to forget stand in front.
  const usages = new Map<string, Usage>();

  function forget(nowMs: number): void {
    for (const [key, { windowStartMs, inFlight }] of usages) {
      if (nowMs - windowStartMs < windowMs && usages.size < keysMax) return;
      if (inFlight === 0) usages.delete(key);
    }
  }

  return {
    get size() {
      return usages.size;
    },
    of(key, nowMs) {
      const known = usages.get(key);
      if (known !== undefined && nowMs - known.windowStartMs < windowMs) return known;
      usages.delete(key);
      forget(nowMs);
      // Calls in flight hold on to the object they were counted in.
      const usage = Object.assign(known ?? { inFlight: 0 }, { windowStartMs: nowMs, calls: 0, writes: 0 });
      usages.set(key, usage);
      return usage;
    },
  };
}
