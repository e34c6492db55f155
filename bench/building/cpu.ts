/** Time of the processor, not of the clock: what else runs on the machine does not count. */
export function cpuMs<Value>(work: () => Value, rounds: number): { ms: number; value: Value } {
  const all: number[] = [];
  let value: Value | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const started = process.cpuUsage();
    value = work();
    const { user, system } = process.cpuUsage(started);
    all.push((user + system) / 1000);
  }
  all.sort((a, b) => a - b);
  return { ms: all[Math.floor(all.length / 2)] ?? 0, value: value as Value };
}
