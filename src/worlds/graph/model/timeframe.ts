import { z } from "zod";

const HOUR_MS = 3_600_000;
const SPANS = { "1h": HOUR_MS, "24h": 24 * HOUR_MS, "7d": 168 * HOUR_MS, "30d": 720 * HOUR_MS } as const;

export type Timeframe = keyof typeof SPANS;
export const Timeframe = z.enum(["1h", "24h", "7d", "30d"]);

/** When a time that ends now began. */
export function sinceOf(timeframe: Timeframe, nowMs: number): number {
  return nowMs - SPANS[timeframe];
}
