const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/;

/** A time of the clock in a zone, with its offset; as it is where the zone is not known, or it says its own. */
export function zonedTime(written: string, zone: string | undefined): string | undefined {
  const [, year, month, day, hour, minute, second = "00"] = LOCAL.exec(written) ?? [];
  if (year === undefined || zone === undefined) return written;
  const asUtc = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const first = offsetAt(asUtc, zone);
  if (first === undefined || Number.isNaN(asUtc)) return written;
  // The offset is that of the moment meant, which is the offset itself away from what was asked about.
  const offset = offsetAt(asUtc - first * 60_000, zone) ?? first;
  const sign = offset < 0 ? "-" : "+";
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  return `${written}${sign}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
}

/** Minutes ahead of UTC at a moment; undefined where nobody knows the zone. */
function offsetAt(moment: number, zone: string): number | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    // A zone of the file's own making, such as "Customized Time Zone".
    return undefined;
  }
  if (Number.isNaN(moment)) return undefined;
  const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
