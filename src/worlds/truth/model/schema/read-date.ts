import type { Json } from "../../../../kernel/index.ts";

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

const YEAR_2100_S = 4_102_444_800;

/**
 * Numbers that can only be a time: seconds, milliseconds or nanoseconds from 1973 to 2100. The ranges do not touch.
 * Smaller numbers are years, days or counts as often as times, so they are not dates.
 */
const EPOCHS = [
  { from: 1e8, to: YEAR_2100_S, perMs: 1e-3 },
  { from: 1e11, to: YEAR_2100_S * 1e3, perMs: 1 },
  { from: 1e17, to: YEAR_2100_S * 1e9, perMs: 1e6 },
] as const;

/** The moment a value names, in milliseconds; undefined where it names none. A day is its midnight UTC, as is a time without a zone. */
export function readDate(value: Json | undefined): number | undefined {
  if (typeof value === "string") return readIso(value.trim());
  if (typeof value === "number") return readEpoch(value);
  return undefined;
}

function readEpoch(value: number): number | undefined {
  const epoch = EPOCHS.find(({ from, to }) => value >= from && value < to);
  return epoch && Math.floor(value / epoch.perMs);
}

const HYPHEN = 0x2d;

function readIso(text: string): number | undefined {
  // Nearly all texts are no dates, and need no closer look.
  if (text.charCodeAt(4) !== HYPHEN) return undefined;
  const [, day, hour = "00", minute = "00", second = "00", fraction = "", zone = "Z"] = ISO.exec(text) ?? [];
  if (day === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  // The engine reads 30 February as 1 March; a day that does not exist is not a date.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day.slice(-2))) return undefined;
  const offset = offsetMinutes(zone);
  if (offset === undefined) return undefined;
  const millis = Number(fraction.padEnd(3, "0").slice(0, 3));
  return midnight + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000 + millis;
}

function offsetMinutes(zone: string): number | undefined {
  if (zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
