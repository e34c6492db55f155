import { expect, test } from "vitest";
import { openTestNotebook, type TestNotebook } from "../../../../test/kit/notebook.ts";
import { nestedFlate, nestedForms, textPdf } from "../../../../test/kit/pdf.ts";

const SHELF = {
  "shelf/notebooks/wet.md": "The barrel fills in one night of steady rain.\n",
  "shelf/notebooks/oak.pdf": textPdf("A barrel of oak lasts for forty years."),
  "shelf/notebooks/deep/bomb.pdf": nestedFlate(),
  "other/notebooks/calm.md": "Bread needs water, flour and time.\n",
};
/** A limit that a bomb passes soon, and no file here but a bomb. */
const HASTY = { cpuMs: 2500 };
const PATIENT = { cpuMs: 600_000 };

const NOTE =
  '1 file was not read: "deep/bomb.pdf" takes too much memory to read. ' +
  "Save each anew or in smaller parts; it is tried again when it has changed.";

const processes = ({ log }: TestNotebook) =>
  log.lines.filter(({ message }) => message === "a parser process was started").length;
const found = ({ results }: { results: { source_pointer: { notebook_id: string } }[] }) =>
  results.map(({ source_pointer }) => source_pointer.notebook_id).sort();

test("a search goes on without a file that costs too much, names it, and does not try it again", async () => {
  const notebook = await openTestNotebook({ files: SHELF, embedder: "none" });
  const before = process.memoryUsage.rss();
  await notebook.ask("enter_collection", { collection_id: "shelf" });

  const first = await notebook.ask("semantic_search", { query: "barrel" });

  expect(found(first)).toEqual(["oak", "wet"]);
  expect(first.search_note).toContain(NOTE);
  expect(process.memoryUsage.rss() - before).toBeLessThan(192 * 2 ** 20);
  const { collections } = await notebook.ask("list_collections");
  expect(collections[1]).toMatchObject({ collection_id: "shelf", skipped_files: { takes_too_much_memory: 1 } });
  const tried = processes(notebook);
  notebook.write("shelf/notebooks/more.md", "A barrel of water.\n");
  const second = await notebook.ask("semantic_search", { query: "barrel" });
  expect(second.search_note).toContain(NOTE);
  expect(second.results).toHaveLength(3);
  expect(processes(notebook)).toBe(tried);

  const again = await openTestNotebook({ folder: notebook.folder, files: {}, embedder: "none" });
  await again.ask("enter_collection", { collection_id: "shelf" });
  expect((await again.ask("semantic_search", { query: "barrel" })).search_note).toContain(NOTE);
  expect(processes(again)).toBe(0);
});

test("a file that was given up is read when it has changed", async () => {
  const files = { ...SHELF, "shelf/notebooks/deep/bomb.pdf": nestedForms() };
  const notebook = await openTestNotebook({ files, embedder: "none", parseLimits: HASTY });
  await notebook.ask("enter_collection", { collection_id: "shelf" });
  const first = await notebook.ask("begin_result_stream", { query: "barrel" });
  expect(first.search_note).toContain('"deep/bomb.pdf" takes too much time to read');

  notebook.write("shelf/notebooks/deep/bomb.pdf", textPdf("The barrel was mended."));

  const answer = await notebook.ask("semantic_search", { query: "barrel" });
  expect(found(answer)).toContain("deep/bomb");
  expect(answer.search_note ?? "").not.toContain("not read");
});

test("others are answered while a file never ends to be read, and cancelling ends that", async () => {
  const files = { ...SHELF, "shelf/notebooks/deep/bomb.pdf": nestedForms() };
  const notebook = await openTestNotebook({ files, embedder: "none", parseLimits: PATIENT });
  await notebook.ask("enter_collection", { collection_id: "shelf" }, "ada");
  await notebook.ask("enter_collection", { collection_id: "other" }, "bob");
  const cancel = new AbortController();
  let isAnswered = false;
  const stuck = notebook
    .callTool("semantic_search", { query: "barrel" }, { connection: "ada", signal: cancel.signal })
    .finally(() => {
      isAnswered = true;
    });
  while (processes(notebook) === 0) await new Promise((resolve) => setTimeout(resolve, 5));

  const other = await notebook.ask("semantic_search", { query: "bread" }, "bob");
  expect(found(other)).toEqual(["calm"]);
  expect(isAnswered).toBe(false);
  cancel.abort();

  expect(await stuck).toMatchObject({ isError: true });
});
