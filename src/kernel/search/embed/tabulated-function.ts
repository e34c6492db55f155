const STEPS_PER_UNIT = 256;

/** Reads `f` off a table with straight lines in between, right to 2e-6. What lies outside `start` to `end` is the caller's to handle. */
function tabulate(f: (x: number) => number, start: number, end: number): (x: number) => number {
  const table = Float32Array.from({ length: (end - start) * STEPS_PER_UNIT + 2 }, (_, index) =>
    f(start + index / STEPS_PER_UNIT),
  );
  return (x) => {
    const position = (x - start) * STEPS_PER_UNIT;
    const index = position | 0;
    const low = table[index] as number;
    return low + (position - index) * ((table[index + 1] as number) - low);
  };
}

/** The Gaussian error function by Abramowitz and Stegun 7.1.26, right to 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

export const GELU_REACH = 8;
/** x times the share of a normal distribution below x; beyond ±8 it is x or 0 to the last bit that counts. */
export const gelu = tabulate((x) => (x / 2) * (1 + erf(x / Math.SQRT2)), -GELU_REACH, GELU_REACH);

export const DECAY_REACH = 20;
/** e to the minus x, for x from 0; beyond 20 it is smaller than quantisation keeps. */
export const decay = tabulate((x) => Math.exp(-x), 0, DECAY_REACH);
