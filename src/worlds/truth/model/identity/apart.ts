import { canonicalJson, type JsonObject, sha256 } from "../../../../kernel/index.ts";
import { readDate } from "../schema/read-date.ts";
import { type EntitySchema, ruleTypeOf } from "../schema/types/entity-schema.ts";
import { foldText } from "./clean-text.ts";
import { sameCountry } from "./country.ts";
import { emailOf, phoneOf } from "./identifiers.ts";
import { isPersonal, textOf } from "./names.ts";
import { isCompany } from "./normalize-name.ts";
import { partOf } from "./part-value.ts";
import { ownIds, type RulePart, readPart, rulesFor } from "./rules.ts";

/**
 * What tells two things of one name apart, where both say it and say different things. A type that is not named here
 * goes by USUAL. Ids that the origin gave tell things of every type apart but people and companies, of whom each origin
 * has its own.
 */
const APART: Readonly<Record<string, readonly string[]>> = {
  company: ["country", "tax_id", "vat_id|vat_number", "registration_number"],
  contract: ["contract_number", "signed_date|effective_date|start_date|date", "period|month|quarter|year"],
  document: [
    "document_number",
    "project_id|project",
    "date|created_date",
    "period|month|quarter|year",
    "version",
    "url",
  ],
  note: ["project_id|project", "date|meeting_date|note_date|created_date", "period|month|week|quarter|year", "content"],
  receipt: ["time|time_purchased"],
  research: ["doi", "published_date|year"],
  task: ["project_id|project", "due_date|due|date", "period|month|week|quarter|year"],
  transaction: [
    "balance|running_balance|balance_after|account_balance",
    "reference|reference_number|transaction_reference",
    "time",
  ],
};

const USUAL = ["project_id|project", "date", "period|month|quarter|year", "version"];

const PARSED = new Map(Object.entries(APART).map(([type, parts]) => [type, parts.map(readPart)]));
const PARSED_USUAL = USUAL.map(readPart);

/** What the row says that another thing of its name would say differently; empty where it says nothing of the kind. */
export function tellingParts(schema: EntitySchema, row: JsonObject): Readonly<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const part of partsFor(schema)) {
    const value = toldOf(schema, part, row);
    if (value !== undefined) told[part.key] = part.key === "content" ? sha256(value) : value;
  }
  for (const [field, id] of givenIds(schema, row)) told[field] = id;
  if (isPersonal(ruleTypeOf(schema))) {
    const email = emailOf(textOf(row, "email") ?? "");
    if (email !== undefined) told.email = email;
  }
  return told;
}

/** In what a row differs from what is known of something of its name, so that it is another thing; undefined where in nothing. */
export function apartBy(schema: EntitySchema, known: JsonObject, row: JsonObject): string | undefined {
  const ids = new Map(givenIds(schema, known));
  const own = givenIds(schema, row);
  // The same id is the same thing, whatever else has changed.
  if (own.some(([field, id]) => ids.get(field) === id)) return undefined;
  const otherId = own.find(([field, id]) => ids.has(field) && ids.get(field) !== id);
  if (otherId !== undefined) return otherId[0];
  for (const part of [...ruleParts(schema), ...partsFor(schema)]) {
    const [was, is] = [toldOf(schema, part, known), toldOf(schema, part, row)];
    if (was !== undefined && is !== undefined && !agree(part.key, was, is)) return part.key;
  }
  return isPersonal(ruleTypeOf(schema)) ? otherPerson(known, row) : undefined;
}

/** Differences that may be a change of one thing as well as a sign of two. */
const DOUBTFUL = new Set(["content", "country", "email", "project_id"]);

/** Whether a difference leaves no doubt that there are two. */
export function isSureApart(part: string): boolean {
  return !DOUBTFUL.has(part);
}

function partsFor(schema: EntitySchema): readonly RulePart[] {
  const ruleType = ruleTypeOf(schema);
  if (isPersonal(ruleType)) return [];
  return PARSED.get(ruleType) ?? (rulesFor(ruleType).length > 0 ? [] : PARSED_USUAL);
}

/** What is written where a day should stand tells nothing apart. */
function toldOf(schema: EntitySchema, part: RulePart, row: JsonObject): string | undefined {
  const value = partOf(schema, part, row);
  const isDay = part.fields.some((field) => /(?:^|_)date$/.test(field));
  return value !== undefined && isDay && readDate(value) === undefined ? undefined : value;
}

/** A number belongs to its vendor, a version to its project: where both are said, all parts of a rule must agree. */
function ruleParts(schema: EntitySchema): readonly RulePart[] {
  return rulesFor(ruleTypeOf(schema)).flat();
}

function agree(key: string, was: string, is: string): boolean {
  if (was === is) return true;
  if (key === "country") return sameCountry(was, is);
  // Numbers of registers are written with and without spaces.
  if (/^(?:tax|vat)_id$|_number$/.test(key)) return bare(was) === bare(is);
  // A note that goes on is the same note.
  return key === "content" && (was.includes(is) || is.includes(was));
}

function bare(number: string): string {
  return foldText(number).replace(/[^\p{L}\p{N}]/gu, "");
}

/** Ids by which the origin knows the thing itself, as written; people and companies have another in every address book. */
function givenIds(schema: EntitySchema, row: JsonObject): [string, string][] {
  const ruleType = ruleTypeOf(schema);
  if (isPersonal(ruleType) || isCompany(ruleType)) return [];
  const fields = new Set([...ownIds(schema.entity_type), ...ownIds(ruleType)]);
  return [...fields].flatMap((field) => {
    const text = textOf(row, field)?.normalize("NFKC").trim();
    return text === undefined ? [] : [[field, text] as [string, string]];
  });
}

/** People have several addresses. Another address at another number or another employer is somebody else of that name. */
function otherPerson(known: JsonObject, row: JsonObject): string | undefined {
  const differs = (read: (values: JsonObject) => string | undefined) => {
    const [was, is] = [read(known), read(row)];
    return was === undefined || is === undefined ? undefined : was !== is;
  };
  const email = differs((values) => emailOf(textOf(values, "email") ?? ""));
  const phone = differs((values) => phoneOf(textOf(values, "phone") ?? ""));
  const work = differs((values) => {
    const text = textOf(values, "organization");
    return text === undefined ? undefined : foldText(text);
  });
  return email === true && phone !== false && work !== false && (phone === true || work === true) ? "email" : undefined;
}

/** The form that the id of a further thing of one name is taken over. */
export function toldApart(normalized: string, told: Readonly<Record<string, string>>): string {
  return canonicalJson({ of: normalized, ...told });
}
