import type { Flags } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

/** Where a dashboard with a port of its own listens. */
export interface DashboardPlace {
  readonly host: string;
  readonly port: number;
  /** How many ports after the first to try where it is taken. */
  readonly tries: number;
}

export interface DashboardWish {
  /** Said with --dashboard or --no-dashboard; undefined leaves it to the command. */
  readonly on: boolean | undefined;
  /** Where it was asked for; undefined leaves that to the command. */
  readonly place: DashboardPlace | undefined;
}

export const DEFAULT_PLACE: DashboardPlace = { host: "127.0.0.1", port: 8787, tries: 10 };

/** Reads the flags of the dashboard. To say where it shall be is to ask for it. */
export function readDashboardFlags(flags: Flags): DashboardWish {
  const { "dashboard-host": host, "dashboard-port": port, "dashboard-tries": tries } = flags;
  const placed = [host, port, tries].some((value) => value !== undefined);
  if (flags["no-dashboard"] === true) {
    if (flags.dashboard === true || placed)
      throw new UsageError("--no-dashboard contradicts the other flags of the dashboard");
    return { on: false, place: undefined };
  }
  if (!placed) return { on: flags.dashboard === true ? true : undefined, place: undefined };
  return {
    on: true,
    place: {
      host: typeof host === "string" ? host : DEFAULT_PLACE.host,
      port: wholeNumber("--dashboard-port", port, 65_535) ?? DEFAULT_PLACE.port,
      tries: wholeNumber("--dashboard-tries", tries, 1000) ?? DEFAULT_PLACE.tries,
    },
  };
}

function wholeNumber(flag: string, given: Flags[string] | undefined, most: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (!/^\d+$/.test(String(given)) || value > most)
    throw new UsageError(`${flag} is wrong: a whole number from 0 to ${most}`);
  return value;
}
