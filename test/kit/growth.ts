const TRIES = 5;

/** How many times the processor time of one size another size takes: a ratio, which a slow or busy machine has too. */
export function growth(run: (size: number) => void, small: number, large: number): number {
  run(small);
  return leastCpuUs(() => run(large)) / leastCpuUs(() => run(small));
}

/** The least of several: whatever else goes on only ever adds. */
function leastCpuUs(run: () => void): number {
  const spent = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.max(1, Math.min(...spent));
}
