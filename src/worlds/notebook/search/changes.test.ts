import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ENGINES, type Engine, freshDatabaseUrl } from "../../../../test/kit/kernel.ts";
import { type Answer, openTestNotebook, type TestNotebook } from "../../../../test/kit/notebook.ts";
import { query } from "../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../kernel/installation.ts";

/** Every reference there is, straight from the table: a search would show only what it ranks. */
async function allReferences(notebook: TestNotebook): Promise<string[]> {
  await notebook.ask("semantic_search", { query: "water" });
  const database = await notebook.parts.database();
  const rows = await database.read(EVERY_TENANT, (sql) =>
    sql.all<{ reference_id: string }>(
      query`select reference_id from notebook_passage where live = 1 order by path, ordinal`,
    ),
  );
  return rows.map((row) => row.reference_id);
}

async function fetchAll(notebook: TestNotebook, ids: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const source_id of ids) answers.push(await notebook.ask("fetch_passage", { source_id }));
  return answers;
}

async function openGarden(engine: Engine, restarted?: { folder: string; databaseUrl: string | undefined }) {
  const again = restarted && { ...restarted, files: {} };
  const notebook = await openTestNotebook({ engine, ...again });
  await notebook.ask("enter_collection", { collection_id: "garden" });
  return notebook;
}

const verifiedPaths = (answers: readonly Answer[], verified: boolean) => [
  ...new Set(answers.filter((one) => one.integrity.verified === verified).map((one) => one.integrity.location.path)),
];

describe.each(ENGINES)("passages and their files on %s", (engine) => {
  test("every passage re-verifies against its file, here and by hand", async () => {
    const notebook = await openGarden(engine);
    const answers = await fetchAll(notebook, await allReferences(notebook));
    expect(answers.length).toBe(8);
    for (const { passage, integrity } of answers) {
      expect(integrity.verified).toBe(true);
      expect(createHash("sha256").update(passage.exact_text).digest("hex")).toBe(integrity.checksum);
      if (integrity.location.part !== "file") continue;
      const file = readFileSync(join(notebook.root, "garden/notebooks", integrity.location.path));
      const { start, end } = integrity.location;
      expect(file.subarray(start, end).toString()).toBe(passage.exact_text);
    }
  });

  test("an edit turns exactly the passages of its file unverified", async () => {
    const notebook = await openGarden(engine);
    const ids = await allReferences(notebook);
    const before = await fetchAll(notebook, ids);
    appendFileSync(join(notebook.root, "garden/notebooks/water.md"), "x");
    const after = await fetchAll(notebook, ids);
    expect(verifiedPaths(after, false)).toEqual(["water.md"]);
    expect(verifiedPaths(after, true)).toEqual(["deep/tools.txt", "seeds.json", "sensor.ipynb"]);
    expect(after.map((one) => one.passage.exact_text)).toEqual(before.map((one) => one.passage.exact_text));
  });

  test("the edit is noticed although size and time are the same", async () => {
    const notebook = await openGarden(engine);
    const ids = await allReferences(notebook);
    const path = "garden/notebooks/deep/tools.txt";
    notebook.write(path, readFileSync(join(notebook.root, path), "utf8").replace("spade", "spoon"));
    expect(verifiedPaths(await fetchAll(notebook, ids), false)).toEqual(["deep/tools.txt"]);
    const { results } = await notebook.ask("semantic_search", { query: "spoon", k: 1 });
    expect(results[0].source_pointer.notebook_id).toBe("deep/tools");
  });

  test("an old reference keeps answering with the old text after indexing anew and after a restart", async () => {
    const databaseUrl = await freshDatabaseUrl(engine);
    const first = await openTestNotebook({ databaseUrl });
    await first.ask("enter_collection", { collection_id: "garden" });
    const [id] = await allReferences(first);
    const [old] = await fetchAll(first, [id ?? ""]);
    first.write("garden/notebooks/deep/tools.txt", "The spade is broken.\n");
    const { results } = await first.ask("semantic_search", { query: "spade", k: 1 });
    expect(results[0].reference_id).not.toBe(id);
    const [after] = await fetchAll(first, [id ?? ""]);
    expect(after).toMatchObject({ passage: { exact_text: old.passage.exact_text }, integrity: { verified: false } });
    await first.close();
    const second = await openGarden(engine, { folder: first.folder, databaseUrl });
    const [restarted] = await fetchAll(second, [id ?? ""]);
    expect(restarted).toMatchObject({
      passage: { exact_text: old.passage.exact_text },
      integrity: { verified: false, checksum: old.integrity.checksum },
      warning: { type: "upstream_failure" },
    });
    expect(await second.ask("semantic_search", { query: "rake" })).toMatchObject({ results: [] });
  });

  test("references are stable: an appended paragraph leaves the ids of the others", async () => {
    const notebook = await openGarden(engine);
    const before = await allReferences(notebook);
    appendFileSync(join(notebook.root, "garden/notebooks/water.md"), "\n## New\n\nThe pump is repaired.\n");
    const after = await allReferences(notebook);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBe(before.length + 1);
    expect(verifiedPaths(await fetchAll(notebook, after), false)).toEqual([]);
  });

  test("a file that moves keeps its references when it names its notebook", async () => {
    const notebook = await openGarden(engine);
    const before = await allReferences(notebook);
    renameSync(join(notebook.root, "garden/notebooks/water.md"), join(notebook.root, "garden/notebooks/deep/moved.md"));
    const after = await allReferences(notebook);
    expect([...after].sort()).toEqual([...before].sort());
    expect(verifiedPaths(await fetchAll(notebook, after), false)).toEqual([]);
  });

  test("two notebooks that claim one id are told apart, the same way in every order", async () => {
    const claim = (text: string) => `---\nnotebook_id: same\n---\n${text}\n`;
    const idsOf = async (order: readonly string[]) => {
      const notebook = await openTestNotebook({ engine, files: { "garden/collection.json": "{}" } });
      await notebook.ask("enter_collection", { collection_id: "garden" });
      for (const name of order) {
        notebook.write(`garden/notebooks/${name}.md`, claim(`aardvark in ${name}`));
        await notebook.ask("semantic_search", { query: "aardvark" });
      }
      const { results } = await notebook.ask("semantic_search", { query: "aardvark" });
      return results.map((one: Answer) => one.source_pointer.notebook_id).sort();
    };
    const ids = await idsOf(["a", "b", "c"]);
    expect(ids[0]).toBe("same");
    expect(ids.slice(1)).toEqual([expect.stringMatching(/^same-[0-9a-f]{8}$/), expect.stringMatching(/^same-/)]);
    expect(await idsOf(["c", "b", "a"])).toEqual(ids);
  });

  test("a notebook that stops being one leaves the search and is found again when it is one", async () => {
    const notebook = await openGarden(engine);
    const text = readFileSync(join(notebook.root, "garden/notebooks/deep/tools.txt"), "utf8");
    const spades = async () => (await notebook.ask("semantic_search", { query: "spade" })).results.length;
    expect(await spades()).toBe(1);
    notebook.write("garden/notebooks/deep/tools.txt", new Uint8Array([0, 1]));
    expect(await spades()).toBe(0);
    notebook.write("garden/notebooks/deep/tools.txt", text);
    expect(await spades()).toBe(1);
  });
});
