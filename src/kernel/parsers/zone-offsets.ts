import ICAL from "ical.js";

type Component = [name: string, properties: unknown[][], components: Component[]];

/** The offset from UTC, such as +02:00, of a time of the clock in a zone that a calendar describes. */
export type ZoneOffsets = (zone: string, time: string) => string | undefined;

const RULES_MAX = 20;

/** Reads the zones that a calendar describes itself; many are called by names that only their program knows. */
export function offsetsOf([, , components]: Component): ZoneOffsets {
  const zones = new Map<string, ICAL.Timezone>();
  for (const component of components) {
    const name = component[0] === "vtimezone" ? nameOf(component) : undefined;
    if (name !== undefined && isPlain(component))
      zones.set(name, new ICAL.Timezone({ component: new ICAL.Component(component as never), tzid: name }));
  }
  return (name, written) => {
    const zone = zones.get(name);
    const year = Number(written.slice(0, 4));
    if (zone === undefined || !(year >= 1900 && year <= 2200)) return undefined;
    const seconds = zone.utcOffset(ICAL.Time.fromDateTimeString(written));
    const minutes = Math.abs(Math.trunc(seconds / 60));
    const two = (n: number) => String(n).padStart(2, "0");
    return `${seconds < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  };
}

function nameOf([, properties]: Component): string | undefined {
  const tzid = properties.find(([name]) => name === "tzid")?.[3];
  return typeof tzid === "string" ? tzid : undefined;
}

/** Zones change once or twice a year. A rule that recurs each second would be followed for ever. */
function isPlain([, , rules]: Component): boolean {
  const isYearly = ([, properties]: Component) =>
    properties.every(([name, , , value]) => name !== "rrule" || (value as { freq?: string }).freq === "YEARLY");
  return rules.length <= RULES_MAX && rules.every(isYearly);
}
