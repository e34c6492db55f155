import { isJsonObject, type Json } from "../../../../kernel/index.ts";
import { EntityType } from "../../model/inputs.ts";
import type { SourceText } from "../places.ts";
import { type JsonPlace, placeJson, valueAt } from "../quote/json-places.ts";
import { createFindings, type Findings, type Said } from "./findings.ts";
import type { FileReading } from "./reading.ts";

// What pages and programs say of things in the words of schema.org: JSON-LD.

const NODES_MAX = 2000;
const DEPTH_MAX = 6;

const TYPES: readonly (readonly [kinds: RegExp, type: string])[] = [
  [/^(?:Person|Patient)$/, "person"],
  [
    /Organi[sz]ation$|^(?:Corporation|LocalBusiness|Company|NGO|Store|Restaurant|Hotel|Airline|School|Library)$|Business$/,
    "company",
  ],
  [/Event$|^Festival$/, "event"],
  [/^(?:Place|City|Country|Landmark.*|TouristAttraction|Accommodation|Residence)$/, "location"],
  [/Article$|Posting$|^(?:CreativeWork|Report|NoteDigitalDocument)$/, "note"],
];

/** Names of schema.org for fields of our types, where they are others. */
const FIELDS: Readonly<Record<string, string>> = {
  jobTitle: "role",
  telephone: "phone",
  worksFor: "organization",
  givenName: "first_name",
  familyName: "last_name",
  birthDate: "birthday",
  url: "website",
  startDate: "start_time",
  endDate: "end_time",
  headline: "title",
  articleBody: "content",
  text: "content",
  datePublished: "created_date",
  dateCreated: "created_date",
  dateModified: "updated_date",
  provider: "vendor_name",
  seller: "vendor_name",
  customer: "customer_name",
  paymentDueDate: "date_due",
  priceCurrency: "currency",
  totalPaymentDue: "amount_due",
};
/** Types that are called by a title. */
const TITLED = new Set(["event", "note"]);
/** Things that say no more than values of what they belong to. */
const VALUES =
  /^(?:PostalAddress|GeoCoordinates|Offer|AggregateOffer|PriceSpecification|MonetaryAmount|UnitPriceSpecification)$/;

/** How a page is built, and what can be done on it: nothing that is known of anything. */
const OF_PAGES =
  /^(?:BreadcrumbList|ListItem|WebSite|WebPage|.*Page|.*Action|ImageObject|SiteNavigationElement|WPHeader|WPFooter|EntryPoint|SpeakableSpecification)$/;

/** Reads JSON-LD; undefined where a file is none. */
export function readLinkedData(source: SourceText, value: Json): FileReading | undefined {
  if (!isLinked(value)) return undefined;
  const root = placeJson(source.text, source.text.startsWith("\ufeff") ? 1 : 0);
  if (root === undefined || root.twice !== undefined) return undefined;
  const reader = createReader(createFindings(), source);
  for (const node of reader.nodesIn(root)) reader.addNode(node, 0);
  return reader.found.count() === 0 ? undefined : reader.found.reading();
}

function isLinked(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => isJsonObject(one) && "@type" in one);
  return isJsonObject(value) && ("@type" in value || ("@context" in value && Array.isArray(value["@graph"])));
}

function createReader(found: Findings, source: SourceText) {
  let left = NODES_MAX;
  const readAt = (place: JsonPlace) => valueAt(source.text, place) as Json;
  const at = ({ start, end }: JsonPlace) => ({ text: source, start, end });

  function typeOf(place: JsonPlace): string | undefined {
    const named = place.members?.get("@type");
    const one = named?.items?.[0] ?? named;
    const name = one?.quoted ? String(readAt(one)) : undefined;
    return name?.replace(/^.*[/#:]/, "");
  }

  function entityTypeOf(name: string): string | undefined {
    const known = TYPES.find(([kinds]) => kinds.test(name))?.[1];
    const own = EntityType.safeParse(snake(name));
    return known ?? (own.success ? own.data : undefined);
  }

  function nodesIn(root: JsonPlace): readonly JsonPlace[] {
    return root.items ?? root.members?.get("@graph")?.items ?? [root];
  }

  /** Adds a thing and what it has; answers with its number, or undefined where it says nothing of itself. */
  function addNode(node: JsonPlace, depth: number): number | undefined {
    const kind = typeOf(node) ?? "";
    const type = OF_PAGES.test(kind) ? undefined : entityTypeOf(kind);
    if (type === undefined || left <= 0) return undefined;
    const others: JsonPlace[] = [];
    const said = [...(node.members ?? [])].flatMap(([name, place]) =>
      name.startsWith("@") ? [] : sayMember(type, name, place, others),
    );
    if (said.length === 0) return undefined;
    left -= 1;
    const row = found.add(type, said);
    for (const other of depth < DEPTH_MAX ? others : []) {
      const to = addNode(other, depth + 1);
      if (to !== undefined) found.link("REFERS_TO", row, to);
    }
    return row;
  }

  function sayMember(type: string, name: string, place: JsonPlace, others: JsonPlace[]): Said[] {
    const field = name === "name" && TITLED.has(type) ? "title" : (FIELDS[name] ?? snake(name));
    const items = place.items ?? [place];
    if (items.some(({ members }) => members !== undefined))
      return items.flatMap((item) => sayThing(field, item, others));
    const value = readAt(place);
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return [];
    const scheme = typeof value === "string" ? (/^(?:mailto|tel):/i.exec(value)?.[0].length ?? 0) : 0;
    if (scheme > 0 && typeof value === "string") {
      const { start, end } = place;
      return [{ field, value: value.slice(scheme), places: [{ text: source, start: start + scheme, end }] }];
    }
    return [{ field, value, places: [at(place)] }];
  }

  /** Of a thing within another its name is a value of that; what has none is what its parts say. */
  function sayThing(field: string, place: JsonPlace, others: JsonPlace[]): Said[] {
    const kind = typeOf(place) ?? "";
    const members = place.members ?? new Map<string, JsonPlace>();
    if (kind === "PostalAddress") return sayAddress(members);
    if (VALUES.test(kind)) {
      return [...members].flatMap(([name, inner]) => {
        if (name.startsWith("@") || inner.members !== undefined || inner.items !== undefined) return [];
        const own = name === "price" && field === "amount_due" ? field : (FIELDS[name] ?? snake(name));
        return [{ field: own, value: readAt(inner), places: [at(inner)] }];
      });
    }
    const name = members.get("name");
    if (kind !== "") others.push(place);
    if (name?.quoted) return [{ field, value: readAt(name), places: [at(name)] }];
    return kind === "" && members.size > 0 && !members.has("@id")
      ? [{ field, value: readAt(place), places: [at(place)] }]
      : [];
  }

  function sayAddress(members: ReadonlyMap<string, JsonPlace>): Said[] {
    const parts = ["streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry"].flatMap(
      (name) => {
        const part = members.get(name);
        return part?.quoted && part.end > part.start ? [part] : [];
      },
    );
    if (parts.length === 0) return [];
    return [{ field: "address", value: parts.map((part) => String(readAt(part))).join(", "), places: parts.map(at) }];
  }

  return { found, nodesIn, addNode };
}

/** The points of a map with what is said of each; undefined where a file is no GeoJSON. */
export function readGeoJson(source: SourceText, value: Json): FileReading | undefined {
  if (!isJsonObject(value) || (value.type !== "FeatureCollection" && value.type !== "Feature")) return undefined;
  const root = placeJson(source.text, source.text.startsWith("\ufeff") ? 1 : 0);
  const features = value.type === "Feature" ? [root] : root?.members?.get("features")?.items;
  if (features === undefined || root?.twice !== undefined) return undefined;
  const found = createFindings();
  for (const feature of features.slice(0, NODES_MAX)) {
    const geometry = feature?.members?.get("geometry")?.members;
    const kind = geometry?.get("type");
    const [longitude, latitude] = geometry?.get("coordinates")?.items ?? [];
    const isPoint = kind !== undefined && valueAt(source.text, kind) === "Point";
    const say = (field: string, place: JsonPlace | undefined): Said | undefined => {
      const said = place === undefined ? null : (valueAt(source.text, place) as Json);
      if (place === undefined || said === null || said === "") return undefined;
      return { field, value: said, places: [{ text: source, start: place.start, end: place.end }] };
    };
    const properties = [...(feature?.members?.get("properties")?.members ?? [])];
    found.add("location", [
      ...properties.map(([name, place]) => say(name === "title" ? "name" : fieldName(name), place)),
      ...(isPoint ? [say("latitude", latitude), say("longitude", longitude)] : [say("geometry_type", kind)]),
      say("external_id", feature?.members?.get("id")),
    ]);
  }
  return found.count() === 0 ? undefined : found.reading();
}

function fieldName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : snake(name) || "column";
}

function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
}
