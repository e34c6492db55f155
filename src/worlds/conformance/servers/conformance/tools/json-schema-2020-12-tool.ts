import { z } from "zod";
import { defineFixture, textResult } from "../fixture.ts";

const Address = z
  .object({ street: z.string().optional(), city: z.string().optional() })
  .meta({ id: "address", $anchor: "addressDef" });

const Contact = z
  .strictObject({
    name: z.string().optional(),
    address: Address.optional(),
    contactMethod: z.enum(["phone", "email"]).optional(),
    phone: z.string().optional(),
    email: z.string().optional(),
  })
  .meta({
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
  });

export const jsonSchema202012Tool = defineFixture({
  name: "json_schema_2020_12_tool",
  title: "JSON Schema 2020-12",
  description:
    "Publishes the keywords of JSON Schema 2020-12 that a listing must not lose; answers with its arguments.",
  input: Contact,
  run: (contact) => textResult(JSON.stringify(contact)),
});
