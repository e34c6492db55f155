import type { CardComponent, CardProperty, Json } from "../../../../kernel/index.ts";
import type { SourceText } from "../places.ts";
import type { Findings, Said } from "./findings.ts";
import { zonedTime } from "./words/zoned-time.ts";

const PEOPLE_MAX = 50;

/** Reads calendars and address books: events, tasks, journals and contacts, each property where it stands. */
export function readCards(found: Findings, source: SourceText, components: readonly CardComponent[]): void {
  for (const component of components) {
    if (component.name === "vcard") addContact(found, source, component);
    else if (component.name === "vevent") addEvent(found, source, component);
    else if (component.name === "vtodo") addTask(found, source, component);
    else if (component.name === "vjournal") {
      const say = speaker(source, component);
      found.add("note", [say("title", "summary"), say("content", "description"), say("created_date", "dtstart", time)]);
    } else if (component.name === "vcalendar") readCards(found, source, component.components);
  }
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
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return said.length === 0 ? undefined : said.join(", ");
}

/** A day, or a time with the offset of the zone it names. */
function time({ values, parameters }: CardProperty): string | undefined {
  const written = values[0]?.[0];
  return written === undefined ? undefined : zonedTime(written, parameters.tzid);
}

function addEvent(found: Findings, source: SourceText, component: CardComponent): void {
  const say = speaker(source, component);
  const row = found.add("event", [
    say("title", "summary"),
    say("description", "description"),
    say("start_time", "dtstart", time),
    say("end_time", "dtend", time),
    say("location", "location"),
    say("status", "status"),
    say("created_date", "created", time),
    say("updated_date", "last-modified", time),
    say("recurrence", "rrule"),
    say("recurrence_id", "recurrence-id", time),
    say("time_zone", "dtstart", ({ parameters }) => parameters.tzid),
    say("external_id", "uid"),
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
  const first = ({ values }: CardProperty) => values[0]?.[0]?.trim();
  const part =
    (index: number) =>
    ({ values }: CardProperty) =>
      values.length === 1 ? values[0]?.[index]?.trim() : undefined;
  const contact = found.add("contact", [
    say("name", "fn"),
    say("last_name", "n", part(0)),
    say("first_name", "n", part(1)),
    say("nickname", "nickname"),
    say("email", "email"),
    say("phone", "tel"),
    say("organization", "org", first),
    say("role", "title") ?? say("role", "role"),
    say("address", "adr"),
    say("website", "url", ({ values }) => values[0]?.[0]?.replace(/\\([:,;])/g, "$1")),
    say("birthday", "bday"),
    say("notes", "note"),
    say("categories", "categories"),
    say("updated_date", "rev", time),
    say("external_id", "uid"),
    several(source, component, "emails", "email"),
    several(source, component, "phones", "tel"),
  ]);
  const company = say("name", "org", first);
  if (company !== undefined) found.link("PART_OF", contact, found.add("company", [company]));
}

/** All of a kind, where there is more than one. */
function several(source: SourceText, { properties }: CardComponent, field: string, name: string): Said | undefined {
  const all = properties.filter((property) => property.name === name && text(property) !== undefined);
  if (all.length < 2) return undefined;
  return { field, value: all.map((one) => text(one) ?? ""), places: all.map((one) => placeOf(source, one)) };
}
