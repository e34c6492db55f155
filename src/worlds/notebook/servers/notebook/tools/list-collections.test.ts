import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { FILE_TIME, openTestNotebook } from "../../../../../../test/kit/notebook.ts";

test.each(ENGINES)("lists each collection with its metadata and nothing of its content, on %s", async (engine) => {
  const notebook = await openTestNotebook({ engine });
  const answer = await notebook.ask("list_collections");
  expect(answer).toEqual({
    collections: [
      {
        collection_id: "garden",
        title: "Garden",
        date_range: { start: "2025-02-03", end: "2025-03-01" },
        domain_tags: ["plants"],
        artifact_count: 1,
        notebook_count: 4,
        last_modified: FILE_TIME,
      },
      {
        collection_id: "kitchen",
        title: "Kitchen",
        date_range: { start: "2025-03-01", end: "2025-03-01" },
        domain_tags: [],
        artifact_count: 0,
        notebook_count: 1,
        last_modified: FILE_TIME,
      },
    ],
    metadata: { total_collections: 2, data_as_of: expect.any(Number), next_refresh: null },
  });
  expect(await notebook.ask("list_collections")).toEqual(answer);
});

test("notices a new notebook and a collection that is gone", async () => {
  const notebook = await openTestNotebook();
  const before = await notebook.ask("list_collections");
  notebook.write("garden/notebooks/new.md", "New.", FILE_TIME + 1000);
  notebook.remove("kitchen");
  const after = await notebook.ask("list_collections");
  expect(after.collections).toEqual([{ ...before.collections[0], notebook_count: 5, last_modified: FILE_TIME + 1000 }]);
  expect(after.metadata.data_as_of).toBeGreaterThan(before.metadata.data_as_of);
});

test("lists none where there is none, not even a folder", async () => {
  const notebook = await openTestNotebook({ files: {} });
  notebook.remove("");
  expect(await notebook.ask("list_collections")).toEqual({
    collections: [],
    metadata: { total_collections: 0, data_as_of: 0, next_refresh: null },
  });
});

test("says which files are no notebooks and why, and takes a folder without a manifest by its name", async () => {
  const notebook = await openTestNotebook({
    files: {
      "mixed/a.md": "---\ntitle: [broken\n---\nA.",
      "mixed/b.md": new Uint8Array([0, 1, 2]),
      "mixed/c.ipynb": "{",
      "mixed/d.json": "{}",
      "mixed/e.pdf": "%PDF-",
      "mixed/f.png": "no notebook and no claim to be one",
    },
  });
  symlinkSync("/etc/passwd", join(notebook.root, "mixed/g.txt"));
  const { collections } = await notebook.ask("list_collections");
  expect(collections).toEqual([
    {
      collection_id: "mixed",
      title: "mixed",
      date_range: { start: "2025-03-01", end: "2025-03-01" },
      domain_tags: [],
      artifact_count: 0,
      notebook_count: 1,
      last_modified: FILE_TIME,
      skipped_files: { broken_json: 1, broken_pdf: 1, link: 1, not_a_notebook: 1, not_text: 1 },
    },
  ]);
});

test("survives names and numbers made to break it", async () => {
  const notebook = await openTestNotebook({
    files: {
      "constructor/notebooks/__proto__.md": "---\ncreated_at: 1e300\n---\nA.",
      "constructor/notebooks/a.constructor": "no notebook",
      "constructor/notebooks/b.md": `#${" ".repeat(200_000)}x`,
      "constructor/notebooks/c.json": `${"[".repeat(200_000)}`,
      "constructor/notebooks/d.md": `---\na: ${"[".repeat(20_000)}\n---\nD.`,
    },
  });
  const { collections } = await notebook.ask("list_collections");
  expect(collections).toMatchObject([
    { collection_id: "constructor", notebook_count: 3, skipped_files: { broken_json: 1 } },
  ]);
});

test("pages a list that is too long for one answer", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [`c${String(n).padStart(3, "0")}/notebooks/n.md`, "x"]),
  );
  const notebook = await openTestNotebook({ files });
  const first = await notebook.ask("list_collections");
  expect(first).toMatchObject({ truncated: true, next_offset: first.collections.length });
  const second = await notebook.ask("list_collections", { offset: first.next_offset });
  const ids = [...first.collections, ...second.collections].map((one: { collection_id: string }) => one.collection_id);
  expect(ids).toEqual(Object.keys(files).map((path) => path.slice(0, 4)));
});
