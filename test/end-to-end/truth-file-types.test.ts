import { expect, test } from "vitest";
import { openTestTruth } from "../kit/truth.ts";

// What a file holds is told by what is in it, and what cannot be told is kept row by row.

async function typesOf(content: string, mime_type: string, original_filename: string) {
  const truth = await openTestTruth();
  const stored = await truth.ask("store_unstructured", {
    idempotency_key: "k",
    file_content: Buffer.from(content).toString("base64"),
    mime_type,
    original_filename,
  });
  expect(stored.error).toBeUndefined();
  const { entities } = await truth.ask("retrieve_entities", {});
  return entities as { entity_type: string; canonical_name: string; snapshot: object; raw_fragments?: object }[];
}

test("a package.json was a release; now it is kept as what it is", async () => {
  const manifest = {
    name: "left-pad",
    version: "1.3.0",
    description: "pads",
    license: "MIT",
    scripts: { test: "tap" },
  };
  const found = await typesOf(JSON.stringify(manifest), "application/json", "package.json");
  expect(found.map(({ entity_type }) => entity_type)).toEqual(["dataset_row"]);
  expect(found[0]?.raw_fragments).toMatchObject(manifest);
});

test("first name, last name and e-mail were rows of a table; now they are contacts", async () => {
  const csv = "First Name,Last Name,Email\nAnn,Lee,ann@a.example\nKai,Roy,kai@a.example\n";
  const found = await typesOf(csv, "text/csv", "people.csv");
  const told = found.map(({ entity_type, snapshot, raw_fragments }) => ({
    entity_type,
    ...snapshot,
    ...raw_fragments,
  }));
  expect(told).toContainEqual({
    entity_type: "contact",
    first_name: "Ann",
    last_name: "Lee",
    email: "ann@a.example",
  });
  expect(told.map(({ entity_type }) => entity_type)).toEqual(["contact", "contact"]);
});

test("a contact of two columns was called by its address; now by its first and last name, each from its own cell", async () => {
  const truth = await openTestTruth();
  const csv = "First Name,Last Name,Email\nAnn,Lee,ann@a.example\nKai,Roy,kai@a.example\n";
  await truth.ask("store_unstructured", {
    idempotency_key: "k",
    file_content: Buffer.from(csv).toString("base64"),
    mime_type: "text/csv",
  });
  const { entities } = await truth.ask("retrieve_entities", { search: "Ann Lee" });
  expect(entities[0]).toMatchObject({ canonical_name: "Ann Lee", snapshot: { first_name: "Ann", last_name: "Lee" } });
  expect(entities[0].snapshot.name).toBeUndefined();
  const named = await truth.ask("retrieve_entity_by_identifier", { identifier: "Ann Lee" });
  expect(named.entities.map(({ id }: { id: string }) => id)).toEqual([entities[0].id]);
  const last = await truth.ask("retrieve_field_provenance", { entity_id: entities[0].id, field: "last_name" });
  expect(last.quote).toMatchObject({ text: "Lee", start: csv.indexOf("Lee") });
});

const BOOKS = [
  { title: "Ulysses", author: "Joyce", year: 1922 },
  { title: "Emma", author: "Austen", year: 1815 },
];

test.each([
  ["a list of books", BOOKS],
  ["a page of results", { count: 2, next: null, results: BOOKS }],
])("%s was one thing or something else; now it is kept row by row like a table", async (_, json) => {
  const found = await typesOf(JSON.stringify(json), "application/json", "books.json");
  expect(found.map(({ entity_type }) => entity_type)).toEqual(["dataset_row", "dataset_row"]);
  const rows = found.map(({ raw_fragments, snapshot }) => ({ ...snapshot, ...raw_fragments }));
  for (const book of BOOKS) expect(rows).toContainEqual(expect.objectContaining(book));
});
