import type { Json, JsonObject } from "../../../../kernel/index.ts";
import { fitValue } from "./fit-value.ts";
import { type EntitySchema, fieldOf, ruleTypeOf, type SchemaField } from "./types/entity-schema.ts";

/** What people write for the fields of a type: the field, and its other names. */
const SYNONYMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  company: { email: "mail e_mail email_address", phone: "phone_number telephone tel", website: "homepage web url" },
  contact: {
    name: "full_name",
    email: "mail e_mail email_address",
    phone: "phone_number mobile telephone tel",
    organization: "company employer organisation",
    role: "job_title position",
  },
  contract: { name: "title", effective_date: "start_date", expiry_date: "end_date expiration_date" },
  event: { title: "name", end_time: "end", location: "place venue", attendees: "participants" },
  invoice: {
    vendor_name: "vendor supplier supplier_name seller",
    customer_name: "customer client client_name",
    amount_due: "total amount total_amount amount_total total_due",
    invoice_number: "number invoice_no",
    date_due: "due_date due",
    invoice_date: "date issue_date issued_date",
    tax_amount: "tax vat",
    items: "line_items",
  },
  note: { title: "name", content: "text body" },
  order: { merchant_name: "merchant store shop vendor", amount_total: "total amount", order_number: "number order_no" },
  person: {
    name: "full_name",
    email: "mail e_mail email_address",
    phone: "phone_number mobile telephone tel",
    organization: "company employer organisation",
    role: "job_title position",
  },
  project: { name: "title" },
  receipt: {
    merchant_name: "merchant store shop vendor",
    amount_total: "total amount",
    date_purchased: "date purchase_date",
  },
  task: { title: "name", due_date: "due deadline", assignee: "assigned_to" },
  transaction: { merchant_name: "merchant", counterparty: "payee", description: "memo" },
};

/** By type and other name, the field that is meant. */
const MEANT = new Map(
  Object.entries(SYNONYMS).map(([type, fields]) => [
    type,
    new Map(Object.entries(fields).flatMap(([field, names]) => names.split(" ").map((name) => [name, field] as const))),
  ]),
);

/** Types that the contract knows under another name. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  agreement: "contract",
  appointment: "event",
  expense: "transaction",
  lead: "contact",
  meeting: "event",
  payment: "transaction",
  txn: "transaction",
};

export function typeMeant(entityType: string): string | undefined {
  return Object.hasOwn(TYPE_ALIASES, entityType) ? TYPE_ALIASES[entityType] : undefined;
}

/** The field of a type that another name means; undefined where the type claims that name itself or nothing is meant. */
export function fieldMeant(schema: EntitySchema, name: string): string | undefined {
  if (schema.open || fieldOf(schema, name) !== undefined) return undefined;
  const field = MEANT.get(ruleTypeOf(schema))?.get(name);
  return field === undefined || fieldOf(schema, field) === undefined ? undefined : field;
}

/** What else people call a field of a type. */
export function otherNames(entityType: string, field: string): readonly string[] {
  return SYNONYMS[entityType]?.[field]?.split(" ") ?? [];
}

export interface Renamed {
  readonly row: JsonObject;
  /** The name that each renamed field was given under, by field. */
  readonly given: Readonly<Record<string, string>>;
}

/** The row under the names that its schema knows, where the field is not given and the value fits or may be read. */
export function renameFields(
  schema: EntitySchema,
  row: JsonObject,
  mayBeRead: (field: SchemaField, value: Json) => boolean = () => false,
): Renamed {
  const given: Record<string, string> = {};
  const entries: [string, Json][] = [];
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined) continue;
    const field = fieldMeant(schema, name);
    const definition = field === undefined ? undefined : fieldOf(schema, field);
    const isFree = field !== undefined && !Object.hasOwn(row, field) && !Object.hasOwn(given, field);
    if (
      field === undefined ||
      definition === undefined ||
      !isFree ||
      !(fitValue(definition, value).fits || mayBeRead(definition, value))
    ) {
      entries.push([name, value]);
      continue;
    }
    given[field] = name;
    entries.push([field, value]);
  }
  return { row: Object.fromEntries(entries), given };
}
