import { describe, expect, test } from "vitest";
import { inspectEdited, inspectWorlds } from "../../../../../test/kit/inspect.ts";
import { ENGINES, type Engine } from "../../../../../test/kit/kernel.ts";
import { openTestNotebook } from "../../../../../test/kit/notebook.ts";
import { type Query, query } from "../../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../../kernel/installation.ts";

async function openIndexed(engine: Engine) {
  const notebook = await openTestNotebook({ engine });
  for (const { collection_id } of (await notebook.ask("list_collections")).collections) {
    await notebook.ask("enter_collection", { collection_id });
    await notebook.ask("semantic_search", { query: "water" });
  }
  await notebook.ask("enter_collection", { collection_id: "garden" });
  return notebook;
}

const FIRST = query`reference_id = (select min(reference_id) from notebook_passage where path = 'water.md' and live = 1)`;
const DOCUMENT = query`id = (select min(reference_id) from notebook_passage where path = 'water.md' and live = 1)`;
const WATER = query`path = 'water.md'`;
const ofFile = (reason: string) => `file water.md of collection garden: ${reason}`;
const changedPassage = /^passage ref_garden_\w+: it is not as file water.md of collection garden has it$/;
const wrongDocument = (reason: string) => new RegExp(`^document notebook/garden/.* of ~installation: ${reason}$`);

const EDITS: Readonly<Record<string, [finding: string | RegExp, ...edits: Query[]]>> = {
  "the text of a passage is changed": [
    /^passage ref_garden_\w+: its text does not have its checksum$/,
    query`update notebook_passage set text = 'the barrel holds 900 litres' where ${FIRST}`,
  ],
  "text and checksum of a passage are changed": [
    /^passage ref_garden_\w+: its reference is not that of its place and text$/,
    query`update notebook_passage set text = 'abc',
      checksum = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' where ${FIRST}`,
  ],
  "the place of a passage is changed": [changedPassage, query`update notebook_passage set ordinal = 99 where ${FIRST}`],
  "the section of a passage is changed": [
    changedPassage,
    query`update notebook_passage set section = 99 where ${FIRST}`,
  ],
  "the page of a passage is changed": [changedPassage, query`update notebook_passage set page = 7 where ${FIRST}`],
  "the time of a passage is changed": [
    changedPassage,
    query`update notebook_passage set timestamp_ms = 7 where ${FIRST}`,
  ],
  "the offsets of a passage are changed": [
    changedPassage,
    query`update notebook_passage set start_byte = start_byte + 1 where ${FIRST}`,
  ],
  "the file of a passage is another version": [
    changedPassage,
    query`update notebook_passage set file_sha256 = 'x' where ${FIRST}`,
  ],
  "a passage is of another file": [
    /^passage ref_garden_\w+: it is missing, and file water.md of collection garden says it$/,
    query`update notebook_passage set path = 'nowhere.md' where ${FIRST}`,
  ],
  "a passage is of another notebook": [
    /^passage ref_garden_\w+: its reference is not that of its place and text$/,
    query`update notebook_passage set notebook_id = 'soil' where ${FIRST}`,
  ],
  "a passage is retired": [
    wrongDocument("no passage says it"),
    query`update notebook_passage set live = 0 where ${FIRST}`,
  ],
  "a passage is gone": [wrongDocument("no passage says it"), query`delete from notebook_passage where ${FIRST}`],
  "a passage and its document are gone": [
    /^passage ref_garden_\w+: it is missing, and file water.md of collection garden says it$/,
    query`delete from search_document where ${DOCUMENT}`,
    query`delete from notebook_passage where ${FIRST}`,
  ],
  "a document is gone": [
    wrongDocument("it is missing, and a passage says it"),
    query`delete from search_document where ${DOCUMENT}`,
  ],
  "a document is planted": [
    "document notebook/garden/planted of ~installation: no passage says it",
    query`insert into search_document (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      values (100000, '~installation', 'notebook/garden', 'planted', 'passage', 'a zeppelin', 'water', 0, '{}', 1, 1)`,
  ],
  "a document is planted in a collection that is none": [
    "document notebook/none/planted of ~installation: no passage says it",
    query`insert into search_document (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      values (100000, '~installation', 'notebook/none', 'planted', 'passage', 'a zeppelin', 'water', 0, '{}', 1, 1)`,
  ],
  "a document stands twice": [
    wrongDocument("it stands twice"),
    query`insert into search_document (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      select key + 100000, tenant_id, space, id, unit, text, group_id, position, filters, terms, since from search_document where ${DOCUMENT}`,
  ],
  "a document says something else": [
    wrongDocument("its text is not that of its passage"),
    query`update search_document set text = 'a zeppelin' where ${DOCUMENT}`,
  ],
  "a document has ended": [
    wrongDocument("it has ended, and its passage has not"),
    query`update search_document set until = 5 where ${DOCUMENT}`,
  ],
  "a document is of another notebook": [
    wrongDocument("its notebook is not that of its passage"),
    query`update search_document set group_id = 'soil' where ${DOCUMENT}`,
  ],
  "a document has another time": [
    wrongDocument("its time is not that of its passage"),
    query`update search_document set at = 5 where ${DOCUMENT}`,
  ],
  "a document has another page": [
    wrongDocument("its page is not that of its passage"),
    query`update search_document set filters = '{"page":"3"}' where ${DOCUMENT}`,
  ],
  "a document has a speaker": [
    wrongDocument("its speaker is not that of its passage"),
    query`update search_document set speaker = 'Eve' where ${DOCUMENT}`,
  ],
  "a title is changed": [
    ofFile("its title in the catalog is not what the file says"),
    query`update notebook_file set title = 'Wine' where ${WATER}`,
  ],
  "an author is changed": [
    ofFile("its author in the catalog is not what the file says"),
    query`update notebook_file set author = 'Eve' where ${WATER}`,
  ],
  "a date is changed": [
    ofFile("its date in the catalog is not what the file says"),
    query`update notebook_file set created_at = 5 where ${WATER}`,
  ],
  "a time is changed": [
    ofFile("its time in the catalog is not that of the file"),
    query`update notebook_file set modified_at = 5 where ${WATER}`,
  ],
  "notes are changed": [
    ofFile("its notes in the catalog is not what the file says"),
    query`update notebook_file set notes = '["x"]' where ${WATER}`,
  ],
  "a hash is changed": [
    ofFile("its hash in the catalog is not that of its content"),
    query`update notebook_file set sha256 = 'x' where ${WATER}`,
  ],
  "a file is said to be none": [
    ofFile("its reason to be skipped in the catalog is not what the file says"),
    query`update notebook_file set skipped = 'broken_json' where ${WATER}`,
  ],
  "a notebook has another id": [
    ofFile("its notebook id is another"),
    query`update notebook_file set notebook_id = 'wine' where ${WATER}`,
  ],
  "a file is not listed": [
    ofFile("the catalog does not know it as it is"),
    query`delete from notebook_file where ${WATER}`,
  ],
  "a file is listed that is none": [
    "collection garden: the catalog has files that the folder does not have",
    query`insert into notebook_file select tenant_id, collection_id, 'wine.md', stamp, modified_at, sha256, skipped,
      wanted_id, notebook_id, format, title, author, created_at, notes, indexed_at from notebook_file where ${WATER}`,
  ],
  "a collection counts other notebooks": [
    "collection garden: its notebooks do not follow from its files",
    query`update notebook_collection set notebooks = 99 where collection_id = 'garden'`,
  ],
  "a collection has other dates": [
    "collection garden: its first date do not follow from its files",
    query`update notebook_collection set created_from = 5 where collection_id = 'garden'`,
  ],
};

describe.each(ENGINES)("on %s", (engine) => {
  test("each edit of what follows from the files is named, and without one there is nothing to name", async () => {
    const notebook = await openIndexed(engine);
    expect(await inspectWorlds(notebook)).toEqual([]);
    for (const [what, [finding, ...edits]] of Object.entries(EDITS)) {
      const found = await inspectEdited(notebook, ...edits);
      expect(found, what).toContainEqual(typeof finding === "string" ? finding : expect.stringMatching(finding));
    }
    expect(await inspectWorlds(notebook)).toEqual([]);
  });

  test("files that were changed, removed and added since are no finding, nor is what follows from them later", async () => {
    const notebook = await openIndexed(engine);
    notebook.write("garden/notebooks/water.md", "# Another barrel\n\nIt leaks.", Date.UTC(2025, 5, 1));
    notebook.write("garden/notebooks/new.md", "# New\n\nA new page.");
    notebook.write("garden/notebooks/broken.ipynb", "{");
    notebook.remove("garden/notebooks/deep");
    expect(await inspectWorlds(notebook)).toEqual([]);
    await notebook.ask("list_collections");
    expect(await inspectWorlds(notebook)).toEqual([]);
    await notebook.ask("semantic_search", { query: "barrel" });
    expect(await inspectWorlds(notebook)).toEqual([]);
    await notebook.reindex();
    expect(await inspectWorlds(notebook)).toEqual([]);
    notebook.remove("garden");
    expect(await inspectWorlds(notebook)).toEqual([]);
  });
});

test("where nothing was ever looked at, nothing is written and nothing is found", async () => {
  const notebook = await openTestNotebook({ engine: "sqlite" });
  expect(await inspectWorlds(notebook)).toEqual([]);
  const database = await notebook.parts.database();
  expect(await database.read(EVERY_TENANT, (sql) => sql.all(query`select path from notebook_file`))).toEqual([]);
});
