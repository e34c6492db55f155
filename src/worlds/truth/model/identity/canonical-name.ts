import type { JsonObject } from "../../../../kernel/index.ts";
import { readDate } from "../schema/read-date.ts";
import { type EntitySchema, ruleTypeOf } from "../schema/types/entity-schema.ts";
import { lineOf } from "./clean-text.ts";
import { givenName, textOf } from "./names.ts";
import { ownIds } from "./rules.ts";

const NAME_CHARS_MAX = 200;

/** What readers know a thing of these types by, where it is not a name or a title. */
const DISPLAYED: Readonly<Record<string, readonly string[]>> = {
  account: ["account_name", "account_number"],
  address: ["street", "address"],
  agent_session: ["session_id"],
  balance: ["account_name"],
  belief: ["statement"],
  codebase_entity: ["path"],
  crypto_transaction: ["transaction_hash", "asset_symbol"],
  email: ["subject"],
  emotion: ["emotion"],
  flow: ["flow_name"],
  habit_completion: ["habit_name"],
  holding: ["asset_symbol", "asset_name"],
  income: ["payer", "source"],
  invoice: ["invoice_number"],
  message: ["subject", "content"],
  note: ["summary", "content"],
  order: ["order_number"],
  purchase: ["item_name"],
  receipt: ["merchant_name", "receipt_number"],
  release: ["version"],
  task_attachment: ["file_name"],
  task_comment: ["content"],
  task_story: ["text"],
  tax_filing: ["form"],
  transaction: ["counterparty", "merchant_name", "description"],
  validation_result: ["target"],
  wallet: ["wallet_name", "wallet_address"],
};

/** Texts that label a thing without naming it. */
const NOT_A_NAME = new Set(
  [
    "contact_type,entity_type,type,status,category,currency,priority,language,country,platform,created_at,updated_at",
    "created_date,updated_date,schema_version,import_date,import_source_file,source,source_name,data_source,origin",
  ]
    .join(",")
    .split(","),
);

/** One line to know an entity by. `fallback` stands where its values give none. */
export function canonicalName(
  schema: EntitySchema,
  snapshot: JsonObject,
  fragments: JsonObject,
  fallback: string,
): string {
  const name =
    nameIn(schema, snapshot) ?? nameIn(schema, fragments) ?? textIn(schema, snapshot) ?? textIn(schema, fragments);
  return lineOf(firstLine(name ?? fallback), NAME_CHARS_MAX) || lineOf(fallback, NAME_CHARS_MAX) || schema.entity_type;
}

function nameIn(schema: EntitySchema, values: JsonObject): string | undefined {
  const ruleType = ruleTypeOf(schema);
  const given = givenName(ruleType, values);
  if (given !== undefined) return given.text;
  const displayed = Object.hasOwn(DISPLAYED, ruleType) ? (DISPLAYED[ruleType] ?? []) : [];
  return firstText(values, [...displayed, "email", "url", "phone", ...ownIds(schema.entity_type)]);
}

/** The first other text, in the schema's order and then by name, so that arrival does not matter. */
function textIn(schema: EntitySchema, values: JsonObject): string | undefined {
  const others = Object.keys(values).filter((field) => !Object.hasOwn(schema.fields, field));
  const fields = [...Object.keys(schema.fields), ...others.sort()];
  return firstText(
    values,
    fields.filter((field) => !NOT_A_NAME.has(field) && typeof values[field] === "string" && isWords(values[field])),
  );
}

function isWords(text: string): boolean {
  return readDate(text) === undefined && /\p{L}/u.test(text);
}

function firstText(values: JsonObject, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const text = textOf(values, field);
    if (text !== undefined) return text;
  }
  return undefined;
}

function firstLine(text: string): string {
  const start = text.trimStart();
  const end = start.search(/[\r\n]/);
  return end === -1 ? start : start.slice(0, end);
}
