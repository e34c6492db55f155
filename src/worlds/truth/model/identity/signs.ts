import type { JsonObject } from "../../../../kernel/index.ts";
import type { Identifier } from "../identifier.ts";
import { type EntitySchema, ruleTypeOf } from "../schema/types/entity-schema.ts";
import { nameNearness } from "./likeness.ts";
import { givenName, isPersonal, textOf } from "./names.ts";
import { isCompany, normalizeName } from "./normalize-name.ts";
import { goesByName, ownIds, rulesFor } from "./rules.ts";

/** By what a row and something known are alike. A strong sign joins them where there is only one such; a weak one is told. */
export interface Sign {
  readonly isStrong: boolean;
  readonly rule: string;
  readonly words: string;
}

/** Mailboxes that several people read. */
const ROLES = new Set(
  "info,office,mail,contact,hello,team,sales,support,help,admin,billing,invoice,invoices,accounts,accounting,hr,jobs,press,kontakt,noreply,no-reply".split(
    ",",
  ),
);
const NEAR_LEAST = 0.6;

/** Types that one and the same thing is known under. */
const FAMILIES = [
  new Set(["person", "contact"]),
  new Set(["company", "contact"]),
  new Set(["company", "organization", "organisation"]),
];

export function areAkin(one: string, other: string): boolean {
  return one === other || FAMILIES.some((family) => family.has(one) && family.has(other));
}

/** Something known that carries an identifier of a row. */
export interface Carrier {
  readonly schema: EntitySchema;
  /** What is known of it now. */
  readonly values: JsonObject;
  /** The identifiers that both have. */
  readonly shared: readonly Identifier[];
  /** Whether what carries them was merged into it. */
  readonly isMerged: boolean;
}

/** By what a row recognises something known; undefined where nothing tells. */
export function signOf(schema: EntitySchema, row: JsonObject, carrier: Carrier): Sign | undefined {
  const [ruleType, knownType] = [ruleTypeOf(schema), ruleTypeOf(carrier.schema)];
  if (!areAkin(ruleType, knownType)) return undefined;
  const sign = sameId(schema, row, carrier.values) ?? sameIdentifier(schema, row, carrier);
  // Something of another type stays so until somebody merges the two.
  return sign && ruleType !== knownType ? { ...sign, isStrong: false } : sign;
}

function sameId(schema: EntitySchema, row: JsonObject, known: JsonObject): Sign | undefined {
  const fields = new Set([...ownIds(schema.entity_type), ...ownIds(ruleTypeOf(schema))]);
  for (const field of fields) {
    const id = textOf(row, field)?.normalize("NFKC").trim();
    if (id !== undefined && textOf(known, field)?.normalize("NFKC").trim() === id) {
      return { isStrong: true, rule: field, words: id };
    }
  }
  return undefined;
}

function sameIdentifier(schema: EntitySchema, row: JsonObject, carrier: Carrier): Sign | undefined {
  const of = (kind: Identifier["kind"]) => carrier.shared.find((one) => one.kind === kind)?.value;
  const ruleType = ruleTypeOf(schema);
  const [name, known] = [givenName(ruleType, row), givenName(ruleTypeOf(carrier.schema), carrier.values)];
  const number = of("number");
  if (number !== undefined) return { isStrong: true, rule: "number", words: number };
  if (!goesByName(ruleType)) return undefined;
  const email = of("email");
  if (email !== undefined && (isPersonal(ruleType) || isCompany(ruleType))) {
    const areRelated = name === undefined || known === undefined || haveCommonName(name.text, known.text);
    return { isStrong: areRelated && !ROLES.has(email.split("@", 1)[0] ?? ""), rule: "email", words: email };
  }
  const called = of("name");
  if (called !== undefined && name !== undefined) {
    const words = normalizeName(ruleType, name.text);
    const isItsName = carrier.isMerged || (known !== undefined && normalizeName(ruleType, known.text) === words);
    // A type with a rule of its own does not go by name alone.
    return { isStrong: isItsName && rulesFor(ruleType).length === 0, rule: name.field, words };
  }
  const phone = of("phone");
  return phone === undefined ? undefined : { isStrong: false, rule: "phone", words: phone };
}

/** Whether two names may be one person's: a word in common, or nearly the same letters. */
function haveCommonName(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  const words = new Set(a.split(/[^\p{L}\p{N}]+/u).filter((word) => [...word].length >= 2));
  return b.split(/[^\p{L}\p{N}]+/u).some((word) => words.has(word)) || nameNearness(a, b) >= NEAR_LEAST;
}

/** Without accents. */
function plain(name: string): string {
  return normalizeName("person", name).normalize("NFD").replace(/\p{M}/gu, "");
}
