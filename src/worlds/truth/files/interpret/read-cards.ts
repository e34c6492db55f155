import type { CardComponent, CardProperty, Json } from "../../../../kernel/index.ts";
import type { SourceText } from "../places.ts";
import type { Findings, Said } from "./findings.ts";
import { zonedTime } from "./words/zoned-time.ts";

const PEOPLE_MAX = 50;

/** Reads calendars and address books: events, tasks, journals and contacts, each property where it stands. */
export function readCards(found: Findings, source: SourceText, components: readonly CardComponent[]): void {
  const series = new Map<string, number>();
  const moved: { readonly row: number; readonly uid: string }[] = [];
  for (const component of components) {
    if (component.name === "vcard") addContact(found, source, component);
    else if (component.name === "vevent") {
      const row = addEvent(found, source, component);
      const uid = uidOf(component);
      if (uid === undefined) continue;
      if (isMoved(component)) moved.push({ row, uid });
      else series.set(uid, row);
    } else if (component.name === "vtodo") addTask(found, source, component);
    else if (component.name === "vjournal") {
      const say = speaker(source, component);
      found.add("note", [say("title", "summary"), say("content", "description"), say("created_date", "dtstart", time)]);
    } else if (component.name === "vcalendar") readCards(found, source, component.components);
  }
  for (const { row, uid } of moved) {
    const whole = series.get(uid);
    if (whole !== undefined) found.link("PART_OF", row, whole);
  }
}

function uidOf({ properties }: CardComponent): string | undefined {
  const property = properties.find(({ name }) => name === "uid");
  return property && text(property);
}

/** Whether it is one day of a series that is not as the others: it has the id of the series, and is an event of its own. */
function isMoved({ properties }: CardComponent): boolean {
  return properties.some(({ name }) => name === "recurrence-id");
}

/** Says a field by the first property of a name that says anything. */
function speaker(source: SourceText, { properties }: CardComponent) {
  return (field: string, name: string, read: (property: CardProperty) => Json | undefined = text): Said | undefined => {
    for (const property of properties) {
      const value = property.name === name ? read(property) : undefined;
      if (value !== undefined && value !== "") return { field, value, places: [placeOf(source, property)] };
    }
    return undefined;
  };
}

function placeOf(source: SourceText, { start, end }: CardProperty) {
  return { text: source, start, end };
}

function text({ values }: CardProperty): string | undefined {
  const said = values
    .flat()
    // Marks that older cards write before a semicolon or a colon are no part of the words.
    .map((part) => part.replace(/\\([;:,])/g, "$1").trim())
    .filter((part) => part !== "");
  return said.length === 0 ? undefined : said.join(", ");
}

/** A day, or a time with the offset of the zone it names. */
function time({ values, parameters }: CardProperty): string | undefined {
  const written = values[0]?.[0];
  if (written === undefined) return undefined;
  // What the calendar says of its own zone holds, unless everybody knows the zone.
  const zoned = zonedTime(written, parameters.tzid);
  return zoned === written && parameters.offset !== undefined ? `${written}${parameters.offset}` : zoned;
}

/** When an event ends that says how long it is. */
function ending(component: CardComponent) {
  return ({ values }: CardProperty): string | undefined => {
    const start = component.properties.find(({ name }) => name === "dtstart");
    const from = start && time(start);
    const [, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
      /^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/.exec(
        values[0]?.[0] ?? "",
      ) ?? [];
    const span =
      ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (from === undefined || span === 0) return undefined;
    const [, clock = "", zone = ""] = /^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?)(.*)$/.exec(from) ?? [];
    const begun = Date.parse(clock.length === 10 ? clock : `${clock}Z`);
    if (Number.isNaN(begun)) return undefined;
    const end = new Date(begun + span * 1000).toISOString();
    return clock.length === 10 && span % 86_400 === 0 ? end.slice(0, 10) : `${end.slice(0, 19)}${zone}`;
  };
}

function addEvent(found: Findings, source: SourceText, component: CardComponent): number {
  const say = speaker(source, component);
  const row = found.add("event", [
    say("title", "summary"),
    say("description", "description"),
    say("start_time", "dtstart", time),
    say("end_time", "dtend", time) ?? say("end_time", "duration", ending(component)),
    say("location", "location"),
    say("status", "status"),
    say("created_date", "created", time),
    say("updated_date", "last-modified", time),
    say("recurrence", "rrule"),
    say("recurrence_id", "recurrence-id", time),
    all(source, component, "exception_dates", "exdate", time),
    say("time_zone", "dtstart", ({ parameters }) => parameters.tzid),
    say(isMoved(component) ? "series_id" : "external_id", "uid"),
    all(source, component, "categories", "categories"),
    say("url", "url"),
    say("organizer", "organizer", (property) => property.parameters.cn ?? addressOf(property)),
    people(source, component),
  ]);
  for (const property of attending(component)) {
    const { cn = "" } = property.parameters;
    // A calendar invites rooms and other calendars too: only who has a name and an address is somebody.
    const email = addressOf(property);
    if (cn === "" || email === undefined || !/^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(email)) continue;
    const places = [placeOf(source, property)];
    const contact = found.add("contact", [
      ...(cn.includes("@") ? [] : [{ field: "name", value: cn, places: [parameterPlace(source, property, cn)] }]),
      { field: "email", value: email, places },
    ]);
    found.link("REFERS_TO", row, contact);
  }
  return row;
}

function attending({ properties }: CardComponent): CardProperty[] {
  return properties.filter(({ name }) => name === "attendee" || name === "organizer").slice(0, PEOPLE_MAX);
}

/** A name stands in a parameter, before the value; where it is folded, the whole line is shown. */
function parameterPlace(source: SourceText, property: CardProperty, words: string) {
  const lineStart = source.text.lastIndexOf("\n", property.start) + 1;
  const at = source.text.slice(lineStart, property.start).indexOf(words);
  if (at === -1) return { text: source, start: lineStart, end: property.end };
  return { text: source, start: lineStart + at, end: lineStart + at + words.length };
}

function addressOf(property: CardProperty): string | undefined {
  const uri = property.values[0]?.[0] ?? "";
  return /^mailto:/i.test(uri) ? uri.slice("mailto:".length) : undefined;
}

function people(source: SourceText, component: CardComponent): Said | undefined {
  const all = attending(component).filter(({ name }) => name === "attendee");
  if (all.length === 0) return undefined;
  return {
    field: "attendees",
    value: all.map((property) => property.parameters.cn ?? addressOf(property) ?? text(property) ?? ""),
    places: all.map((property) => placeOf(source, property)),
  };
}

function addTask(found: Findings, source: SourceText, component: CardComponent): void {
  const say = speaker(source, component);
  found.add("task", [
    say("title", "summary"),
    say("description", "description"),
    say("status", "status"),
    say("priority", "priority"),
    say("due_date", "due", time),
    say("completed_date", "completed", time),
    say("created_date", "created", time),
    say("external_id", "uid"),
  ]);
}

function addContact(found: Findings, source: SourceText, component: CardComponent): void {
  const say = speaker(source, component);
  const { properties } = component;
  const first = ({ values }: CardProperty) => values[0]?.[0]?.trim();
  const part =
    (index: number) =>
    ({ values }: CardProperty) =>
      values.length === 1 ? values[0]?.[index]?.trim() : undefined;
  const isFirm = properties.some((one) => one.name === "kind" && text(one)?.toLowerCase() === "org");
  const name = say("name", "fn") ?? say("name", "n");
  const whole = ({ values }: CardProperty) =>
    values
      .flat()
      .filter((one) => one.trim() !== "")
      .join(", ");
  const reach = [
    say("email", "email"),
    say("phone", "tel", number),
    say("address", "adr"),
    say("website", "url", ({ values }) => values[0]?.[0]?.replace(/\\([:,;])/g, "$1")),
    say("notes", "note"),
    all(source, component, "categories", "categories"),
    say("updated_date", "rev", time),
    say("external_id", "uid"),
    several(source, component, "emails", "email"),
    several(source, component, "phones", "tel", number),
    several(source, component, "addresses", "adr"),
    several(source, component, "websites", "url"),
    all(source, component, "messengers", "impp"),
    all(source, component, "profiles", "x-socialprofile"),
  ];
  // A card of a firm, or one that names nobody: what it says is of the firm.
  const firm = isFirm
    ? (name ?? say("name", "org", first))
    : name === undefined
      ? say("name", "org", first)
      : undefined;
  if (firm !== undefined) {
    found.add("company", [firm, ...reach]);
    return;
  }
  const contact = found.add("contact", [
    name,
    say("last_name", "n", part(0)),
    say("first_name", "n", part(1)),
    say("nickname", "nickname"),
    say("organization", "org", first),
    say("department", "org", (property) =>
      whole(property) === first(property)
        ? undefined
        : property.values
            .flat()
            .slice(1)
            .filter((one) => one.trim() !== "")
            .join(", "),
    ),
    say("role", "title") ?? say("role", "role"),
    say("birthday", "bday"),
    say("anniversary", "anniversary"),
    say("gender", "gender"),
    ...reach,
  ]);
  const company = say("name", "org", first);
  if (company !== undefined) found.link("PART_OF", contact, found.add("company", [company]));
}

/** A number of a telephone, without the word for what it is. */
function number(property: CardProperty): string | undefined {
  return text(property)?.replace(/^tel:/i, "");
}

/** All of a kind. */
function all(
  source: SourceText,
  { properties }: CardComponent,
  field: string,
  name: string,
  read: (property: CardProperty) => string | undefined = text,
): Said | undefined {
  const said = properties.filter((property) => property.name === name && read(property) !== undefined);
  if (said.length === 0) return undefined;
  return { field, value: said.map((one) => read(one) ?? ""), places: said.map((one) => placeOf(source, one)) };
}

/** All of a kind, where there is more than one. */
function several(
  source: SourceText,
  component: CardComponent,
  field: string,
  name: string,
  read: (property: CardProperty) => string | undefined = text,
): Said | undefined {
  const said = all(source, component, field, name, read);
  return said !== undefined && said.places.length > 1 ? said : undefined;
}
