/** One thing per tenant, made when first used. Bounded: beyond `tenantsMax` those unused for longest are closed. */
export interface TenantServings<Serving> {
  readonly size: number;
  /** Whatever `work` was given stays open until it is done. */
  use(tenant: string, work: (serving: Serving) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface Kept<Serving> {
  readonly serving: Serving;
  inUse: number;
}

export function createTenantServings<Serving>(
  tenantsMax: number,
  open: (tenant: string) => Serving,
  closeOne: (serving: Serving) => Promise<void>,
): TenantServings<Serving> {
  // In the order of their last use.
  const kept = new Map<string, Kept<Serving>>();

  function take(tenant: string): Kept<Serving> {
    const taken = kept.get(tenant) ?? { serving: open(tenant), inUse: 0 };
    taken.inUse += 1;
    kept.delete(tenant);
    kept.set(tenant, taken);
    return taken;
  }

  async function closeBeyondMax(): Promise<void> {
    for (const [tenant, { serving, inUse }] of kept) {
      if (kept.size <= tenantsMax) return;
      if (inUse > 0) continue;
      kept.delete(tenant);
      await closeOne(serving);
    }
  }

  return {
    get size() {
      return kept.size;
    },
    async use(tenant, work) {
      const taken = take(tenant);
      try {
        if (kept.size > tenantsMax) await closeBeyondMax();
        await work(taken.serving);
      } finally {
        taken.inUse -= 1;
      }
    },
    async close() {
      for (const { serving } of kept.values()) await closeOne(serving);
      kept.clear();
    },
  };
}
