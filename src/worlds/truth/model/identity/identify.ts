import { canonicalJson, hashOf, type JsonObject, sha256 } from "../../../../kernel/index.ts";
import type { Identifier } from "../identifier.ts";
import { entityId } from "../ids.ts";
import { isBookkeeping } from "../schema/types/describe-type.ts";
import { type EntitySchema, ruleTypeOf } from "../schema/types/entity-schema.ts";
import { canonicalFields } from "./canonical-fields.ts";
import { foldText } from "./clean-text.ts";
import { emailOf, identifiersOf, phoneOf } from "./identifiers.ts";
import { givenName, isPersonal, textOf } from "./names.ts";
import { isCompany, normalizeName } from "./normalize-name.ts";
import { partOf } from "./part-value.ts";
import { goesByName, ownIds, rulesFor } from "./rules.ts";

export interface Identity {
  readonly entity_id: string;
  readonly normalized: string;
  /**
   * rule and name identify; fallback may be wrong and is warned about; content merges only with its exact equal;
   * sign is what something known is recognised by, though it is called otherwise or there are several of its name.
   */
  readonly basis: "rule" | "name" | "fallback" | "content" | "sign";
  /** The fields that decided. */
  readonly rule: string;
  /** The name as it was written; empty where the row gives none. */
  readonly name: string;
  readonly identifiers: readonly Identifier[];
}

type Found = Pick<Identity, "normalized" | "basis" | "rule">;

/** Which entity a row is about: the same row is the same entity, for each tenant its own. */
export function identify(tenant: string, schema: EntitySchema, row: JsonObject): Identity {
  const found = find(schema, row);
  return {
    ...found,
    entity_id: entityId(tenant, schema.entity_type, found.normalized),
    name: givenName(ruleTypeOf(schema), row)?.text ?? "",
    identifiers: identifiersOf(schema, row),
  };
}

function find(schema: EntitySchema, row: JsonObject): Found {
  // Where names recur, an id that the origin gave is the better guide; elsewhere ids differ from origin to origin.
  const ways = rulesFor(ruleTypeOf(schema)).length > 0 ? [byRule, byOwnId, byName] : [byName, byOwnId];
  for (const way of [...ways, byContact]) {
    const found = way(schema, row);
    if (found !== undefined) return found;
  }
  return byContent(schema, row);
}

function byRule(schema: EntitySchema, row: JsonObject): Found | undefined {
  for (const rule of rulesFor(ruleTypeOf(schema))) {
    const parts: [string, string][] = [];
    for (const part of rule) {
      const value = partOf(schema, part, row);
      if (value !== undefined) parts.push([part.key, value]);
      else if (!part.optional) break;
    }
    const complete = rule.every(({ key, optional }) => optional || parts.some(([name]) => name === key));
    if (!complete) continue;
    return {
      normalized: canonicalJson(Object.fromEntries(parts)),
      basis: "rule",
      rule: parts.map(([key]) => key).join("+"),
    };
  }
  return undefined;
}

function byName(schema: EntitySchema, row: JsonObject): Found | undefined {
  const ruleType = ruleTypeOf(schema);
  const name = goesByName(ruleType) ? givenName(ruleType, row) : undefined;
  if (name === undefined) return undefined;
  // A type with a rule of its own does not go by name alone: the title of an event recurs every week.
  const basis = rulesFor(ruleType).length === 0 ? "name" : "fallback";
  const normalized = normalizeName(isCompany(ruleType) ? ruleType : schema.entity_type, name.text);
  return { normalized, basis, rule: name.field };
}

function byOwnId(schema: EntitySchema, row: JsonObject): Found | undefined {
  for (const field of [...ownIds(schema.entity_type), ...ownIds(ruleTypeOf(schema))]) {
    const text = textOf(row, field)?.normalize("NFKC").trim();
    if (text !== undefined) return { normalized: canonicalJson({ [field]: text }), basis: "fallback", rule: field };
  }
  return undefined;
}

/** Someone's e-mail address is as good as a name; that of an unknown kind of thing may belong to someone else. */
function byContact(schema: EntitySchema, row: JsonObject): Found | undefined {
  const ruleType = ruleTypeOf(schema);
  if (!goesByName(ruleType)) return undefined;
  const someone = isPersonal(ruleType) || isCompany(ruleType);
  const email = emailOf(textOf(row, "email") ?? "");
  if (email !== undefined) return { normalized: email, basis: someone ? "name" : "fallback", rule: "email" };
  const url = textOf(row, "url");
  if (url !== undefined) return { normalized: foldText(url), basis: "fallback", rule: "url" };
  const phone = someone ? phoneOf(textOf(row, "phone") ?? "") : undefined;
  return phone === undefined ? undefined : { normalized: canonicalJson({ phone }), basis: "fallback", rule: "phone" };
}

function byContent(schema: EntitySchema, row: JsonObject): Found {
  const note = ruleTypeOf(schema) === "note" ? textOf(row, "content") : undefined;
  // The same text is the same note, whatever its tags.
  if (note !== undefined) return { normalized: `content:${sha256(foldText(note))}`, basis: "content", rule: "content" };
  const { entity_type: _, ...values } = row;
  const said = Object.fromEntries(Object.entries(values).filter(([field]) => !isBookkeeping(field)));
  return { normalized: `content:${hashOf(canonicalFields(schema, said))}`, basis: "content", rule: "all fields" };
}
