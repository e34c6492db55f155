import { describe, expect, test } from "vitest";
import { builtInSchemas, schemaFor } from "./built-in.ts";
import { policyOf } from "./types/entity-schema.ts";

const TYPES = [
  "account,address,agent_decision,agent_session,architectural_decision,argument,balance,belief,codebase_entity,company",
  "contact,contract,crypto_transaction,dataset,dataset_row,domain,email,emotion,event,exercise,feature_unit,fixed_cost",
  "flow,goal,habit,habit_completion,habit_objective,holding,income,invoice,liability,location,meal,message,note,order",
  "outcome,person,process,project,property,purchase,receipt,relationship,release,research,strategy,task",
  "task_attachment,task_comment,task_dependency,task_story,tax_event,tax_filing,transaction,transfer,validation_result",
  "wallet,workout",
].flatMap((line) => line.split(","));

/** A type's own fields in the notation of the contract: `!` is required, `[]` an array. */
function notation(type: string): string {
  const fields = Object.entries(schemaFor(type).fields).slice(0, -3);
  return fields
    .map(([name, { type: kind, required }]) => {
      const mark = { string: "", number: "#", date: "@", boolean: "?", array: "[]", object: "{}" }[kind];
      return `${name}${mark}${required ? "!" : ""}`;
    })
    .join(" ");
}

test("describes the contract's types, in order of their names", () => {
  expect(builtInSchemas().map(({ entity_type }) => entity_type)).toEqual(TYPES);
});

test("gives every type its bookkeeping and between 7 and 21 fields of its own", () => {
  for (const { entity_type, fields, schema_version, open, description } of builtInSchemas()) {
    expect([entity_type, ...Object.entries(fields).slice(-3)]).toEqual([
      entity_type,
      ["schema_version", { type: "string", required: true }],
      ["import_date", { type: "date", required: false }],
      ["import_source_file", { type: "string", required: false }],
    ]);
    const own = Object.keys(fields).length - 3;
    expect([entity_type, own >= 7 && own <= 21, schema_version, open, description !== ""]).toEqual([
      entity_type,
      true,
      "1.0",
      false,
      true,
    ]);
  }
});

test("takes every field that is named like a date for one, and no other", () => {
  for (const { entity_type, fields } of builtInSchemas()) {
    const dates = Object.keys(fields).filter((name) => fields[name]?.type === "date");
    const named = Object.keys(fields).filter((name) => /(^|_)date($|_)|_at$|_time$/.test(name));
    expect([entity_type, dates]).toEqual([entity_type, named]);
  }
});

test.each([
  [
    "invoice",
    "invoice_number! invoice_date@! amount_due#! currency! date_due@ vendor_name customer_name tax_amount# tax_rate subtotal# items[] description notes",
  ],
  [
    "receipt",
    "merchant_name! amount_total#! currency! date_purchased@! receipt_number payment_method items[] tax_amount# description notes",
  ],
  [
    "transaction",
    "posting_date@ date@ amount# amount_original# currency category bank_provider merchant_name counterparty description account_id",
  ],
  ["contract", "name signed_date@ effective_date@ expiry_date@ companies[] parties[] files[] type notes"],
  ["note", "title content! tags[] source created_date@ updated_date@ summary notes"],
  ["person", "name! first_name last_name email phone organization role address country website notes external_id"],
  ["company", "name! legal_name website email phone address country industry type description notes external_id"],
  [
    "contact",
    "name first_name last_name email phone organization role type contact_type category platform address country website notes contact_id external_id first_contact_date@ last_contact_date@ created_date@ updated_date@",
  ],
  [
    "task",
    "title! description status! priority assignee project_id due_date@ completed_date@ created_date@ updated_date@ tags[] notes",
  ],
  [
    "event",
    "title! description start_time@! end_time@ location attendees[] event_type status created_date@ updated_date@ notes",
  ],
])("the fields of %s are the contract's", (type, fields) => {
  expect(notation(type)).toBe(fields);
});

describe("policies", () => {
  const highest = { strategy: "highest_priority", tie_breaker: "observed_at" };
  const lastWrite = { strategy: "last_write", tie_breaker: "observed_at" };
  const byPriority = { strategy: "highest_priority", tie_breaker: "source_priority" };

  test("are the contract's for the common types", () => {
    const policies = Object.fromEntries(
      "invoice,receipt,transaction,contract,note,person,company,contact,task,event"
        .split(",")
        .map((type) => [type, schemaFor(type).policies]),
    );
    expect(policies).toEqual({
      invoice: { amount_due: lastWrite, invoice_date: lastWrite, date_due: lastWrite },
      receipt: {},
      transaction: {},
      contract: { files: { strategy: "merge_array", tie_breaker: "observed_at" } },
      note: { content: highest },
      person: { name: highest, email: highest, phone: highest, external_id: highest },
      company: { name: highest, legal_name: highest, website: highest, email: highest },
      contact: {},
      task: { notes: byPriority, description: byPriority },
      event: {},
    });
  });

  test("are last_write where none is given", () => {
    expect(policyOf(schemaFor("note"), "constructor")).toEqual(lastWrite);
  });
});

describe("a type that is not built in", () => {
  test("takes the fields of what it is an alias of, under its own name", () => {
    const { entity_type, like, open, fields } = schemaFor("meeting");
    expect({ entity_type, like, open, fields }).toEqual({
      entity_type: "meeting",
      like: "event",
      open: false,
      fields: schemaFor("event").fields,
    });
  });

  test("has its own schema before an alias of the same name", () => {
    expect(schemaFor("transaction").aliases).toEqual(["txn", "expense", "purchase", "payment"]);
    expect(schemaFor("purchase")).toMatchObject({ entity_type: "purchase" });
    expect(schemaFor("purchase").like).toBeUndefined();
  });

  test("claims every field when nobody has described it", () => {
    expect(schemaFor("spaceship")).toEqual({
      entity_type: "spaceship",
      schema_version: "1.0",
      description: "",
      aliases: [],
      fields: {},
      policies: {},
      open: true,
    });
  });
});
