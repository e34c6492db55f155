import { describe, expect, test } from "vitest";
import { type JsonObject, sha256 } from "../../../../kernel/index.ts";
import { schemaFor } from "../schema/built-in.ts";
import { lookups } from "./identifiers.ts";
import { identify } from "./identify.ts";

const found = (type: string, row: JsonObject) =>
  identify("local", schemaFor(type), row).identifiers.map(({ kind, value }) => `${kind} ${value}`);
const looked = (text: string) => lookups(text).map(({ kind, value }) => `${kind} ${value}`);

describe("an entity can be found by", () => {
  test("the names, addresses and numbers of a company", () => {
    const row = {
      name: "Acme Corp",
      legal_name: "ACME Corporation Ltd",
      aliases: ["ACME", " ", 3],
      email: "Office@Acme.example",
      phone: "+49 (0)30 123-456",
      website: "https://www.acme.example/",
      tax_id: "DE 123.456",
      external_id: "CRM-7",
    };
    expect(found("company", row)).toEqual([
      "domain acme.example",
      "email office@acme.example",
      "external crm-7",
      "name acme",
      "name acme corp",
      "name acme corporation",
      "name acme corporation ltd",
      "number de123456",
      "phone 4930123456",
    ]);
  });

  test("a person's name in parts; the domain of their mail is their employer's", () => {
    expect(
      found("person", { first_name: "Ada", last_name: "Lovelace", title: "Dr", email: "ada@acme.example" }),
    ).toEqual(["email ada@acme.example", "name ada lovelace"]);
  });

  test("a page where the site is shared, the site where it is not", () => {
    expect(found("contact", { website: "https://www.linkedin.com/in/Ada/" })).toEqual(["external linkedin.com/in/ada"]);
    expect(found("contact", { website: "github.com" })).toEqual([]);
    expect(found("contact", { website: "ada.example" })).toEqual(["domain ada.example"]);
    expect(found("company", { email: "acme@gmail.com" })).toEqual(["email acme@gmail.com"]);
  });

  test("a title beside its name", () => {
    expect(found("project", { name: "Apollo", title: "Moon" })).toEqual(["name apollo", "name moon"]);
  });

  test("its own number and id, not those of others", () => {
    expect(found("invoice", { invoice_number: "INV-001", company_id: "c1", order_number: "O-2", id: "7" })).toEqual([
      "external 7",
      "number inv001",
    ]);
    expect(found("company", { company_id: "c1" })).toEqual(["external c1"]);
  });

  test("the hash of what is too long for an index", () => {
    const name = "x".repeat(10_000_000);
    expect(found("note", { title: name })).toEqual([`name sha256:${sha256(name)}`]);
    expect(looked(name)).toContain(`name sha256:${sha256(name)}`);
  });

  test("at most 32 aliases", () => {
    expect(found("company", { aliases: Array.from({ length: 100 }, (_, index) => `alias ${index}`) })).toHaveLength(32);
  });

  test("no value that has another shape", () => {
    expect(
      found("company", { email: "nobody", phone: "call me", website: "not a site", tax_id: "none", name: { a: 1 } }),
    ).toEqual([]);
  });
});

describe("what somebody types may be", () => {
  test.each([
    ["Acme Corp.", ["external acme corp.", "name acme", "name acme corp."]],
    ["Ada@Acme.Example", ["email ada@acme.example", "external ada@acme.example", "name ada@acme.example"]],
    ["www.acme.example", ["domain acme.example", "external www.acme.example", "name www.acme.example"]],
    ["0049 30 123456", ["external 0049 30 123456", "name 0049 30 123456", "number 004930123456", "phone 4930123456"]],
    ["INV-001", ["external inv-001", "name inv-001", "number inv001"]],
    ["  ", []],
  ])("%j", (text, expected) => {
    expect(looked(text)).toEqual(expected);
  });

  test.each([
    ["company", { name: "Acme, Inc." }, "ACME"],
    ["company", { name: "Acme" }, "acme inc"],
    ["person", { phone: "+49 30 123456" }, "(0049) 30/123456"],
    ["invoice", { invoice_number: "INV-001" }, "inv 001"],
    ["contact", { website: "http://linkedin.com/in/ada" }, "https://www.linkedin.com/in/ada/"],
  ])("a %s under %j is found by %j", (type, row, text) => {
    expect(found(type, row).filter((identifier) => looked(text).includes(identifier))).not.toEqual([]);
  });
});
