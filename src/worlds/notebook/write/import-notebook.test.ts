import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import { openTestKernel } from "../../../../test/kit/kernel.ts";
import type { ImportHost } from "../../../kernel/index.ts";
import { notebook } from "../index.ts";

async function open(config?: unknown) {
  const folder = temporaryFolder();
  const kernel = await openTestKernel({ folder, config: { notebook: config }, worlds: [notebook] });
  const [world] = await kernel.worlds();
  const progress: string[] = [];
  const printed: string[] = [];
  const host = (options: Record<string, string> = {}, signal?: AbortSignal): ImportHost => ({
    ...(signal && { signal }),
    env: kernel.parts.env,
    tenant: "local",
    options,
    progress: (done, total, what) => void progress.push(`${what} ${done}/${total}`),
    print: (line) => void printed.push(line),
    derive: kernel.derive,
    installation: kernel.installation,
    call: () => Promise.reject(new Error("this demo makes files and calls no tool")),
  });
  const ask = async (tool: string, args = {}) => {
    const outcome = await kernel.callTool(tool, args);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
    return ("structuredContent" in outcome ? outcome.structuredContent : outcome) as any;
  };
  const bring = (path: string, options?: Record<string, string>, signal?: AbortSignal) =>
    world?.importers.notebook?.(path, host(options, signal));
  return { folder, kernel, world, host, ask, bring, progress, printed };
}

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), "My Notes!");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    utimesSync(join(folder, path), 1_700_000_000, 1_700_000_000);
  }
  return folder;
}

const NOTES = { "a.md": "Apples.", "deep/b c.txt": "Pears.", "picture.png": "no notebook", "broken.ipynb": "{" };

describe("import notebook", () => {
  test("with --dry-run tells what would come and writes nothing, copied or linked", async () => {
    const { folder, kernel, ask, bring, printed } = await open();
    const source = makeFolder(NOTES);
    const before = await kernel.stateRoot();

    expect(await bring(source, { "dry-run": "true" })).toBe(
      "collection my-notes: 3 files would be copied; nothing was written",
    );
    expect(await bring(source, { "dry-run": "true", link: "true" })).toBe(
      `collection my-notes: ${source} would be linked; nothing was written`,
    );

    expect(printed).toEqual(["not copied: picture.png (no kind of notebook)"]);
    expect((await ask("list_collections")).collections).toEqual([]);
    expect(existsSync(join(folder, "notebooks"))).toBe(false);
    expect(await kernel.stateRoot()).toEqual(before);
  });

  test("copies every supported file with its folder and time, indexes it, and says what was done", async () => {
    const { folder, ask, bring, progress, printed } = await open();
    const source = makeFolder(NOTES);
    symlinkSync("/etc/passwd", join(source, "link.txt"));
    expect(await bring(source)).toBe("collection my-notes: 2 notebooks; not read: 1 broken json");
    expect(printed).toEqual([
      "not copied: picture.png (no kind of notebook)",
      "not copied: link.txt (link)",
      "not read: broken.ipynb (broken json)",
    ]);
    expect(progress.at(3)).toBe("copied 4/4");
    expect(progress.at(-1)).toBe("indexed 2 of 2 notebooks 2/2");
    const copy = join(folder, "notebooks/my-notes/notebooks/deep/b c.txt");
    expect(readFileSync(copy, "utf8")).toBe("Pears.");
    expect(statSync(copy).mtimeMs).toBe(1_700_000_000_000);
    const { collections } = await ask("list_collections");
    expect(collections).toMatchObject([{ collection_id: "my-notes", title: "My Notes!", notebook_count: 2 }]);
    await ask("enter_collection", { collection_id: "my-notes" });
    const { results } = await ask("semantic_search", { query: "pears" });
    expect(results[0].source_pointer.notebook_id).toBe("deep/b-c");
  });

  test("links instead, and then follows the folder where it is", async () => {
    const { ask, bring } = await open();
    const source = makeFolder(NOTES);
    expect(await bring(source, { link: "", collection: "linked" })).toMatch(/^collection linked: 2 notebooks/);
    await ask("enter_collection", { collection_id: "linked" });
    writeFileSync(join(source, "c.md"), "Cherries.");
    const { results } = await ask("semantic_search", { query: "cherries" });
    expect(results[0].source_pointer.notebook_id).toBe("c");
    expect(await bring(source, { collection: "linked" })).toMatch(/^collection linked: 3 notebooks/);
    writeFileSync(join(source, "d.md"), "Dates.");
    expect((await ask("list_collections")).collections[0].notebook_count).toBe(3);
  });

  test("takes a single file, and the same import twice changes nothing", async () => {
    const { ask, bring } = await open();
    const source = join(makeFolder(NOTES), "a.md");
    expect(await bring(source)).toBe("collection a: 1 notebook");
    const once = await ask("list_collections");
    expect(await bring(source)).toBe("collection a: 1 notebook");
    expect((await ask("list_collections")).collections).toEqual(once.collections);
  });

  test("a second import takes what changed in the folder, never what was changed here, and says both by name", async () => {
    const { folder, ask, bring, printed } = await open();
    const source = makeFolder({ "a.md": "Apples.", "b.md": "Bananas.", "c.md": "Cherries.", "d.md": "Dates." });
    await bring(source);
    const collection = join(folder, "notebooks/my-notes");
    const here = (name: string) => join(collection, "notebooks", name);
    writeFileSync(here("b.md"), "Bananas, as we know now.");
    writeFileSync(here("c.md"), "Cherries, as we know now.");
    const manifest = JSON.parse(readFileSync(join(collection, "collection.json"), "utf8"));
    writeFileSync(join(collection, "collection.json"), JSON.stringify({ ...manifest, title: "Ours" }));
    writeFileSync(join(source, "a.md"), "Apricots.");
    writeFileSync(join(source, "c.md"), "Cherries, in the source.");
    rmSync(join(source, "d.md"));

    await bring(source);
    expect(printed).toEqual([
      "not copied: b.md (changed here since it was imported; remove it here to take this one)",
      "not copied: c.md (changed here since it was imported; remove it here to take this one)",
      "stays from an earlier import, and is not in this one: d.md",
    ]);
    expect(["a.md", "b.md", "c.md", "d.md"].map((name) => readFileSync(here(name), "utf8"))).toEqual([
      "Apricots.",
      "Bananas, as we know now.",
      "Cherries, as we know now.",
      "Dates.",
    ]);
    expect((await ask("list_collections")).collections).toMatchObject([{ title: "Ours", notebook_count: 4 }]);

    rmSync(here("c.md"));
    await bring(source);
    expect(readFileSync(here("c.md"), "utf8")).toBe("Cherries, in the source.");
  });

  test("stopped, it has recorded what it copied, and the same import goes on from there", async () => {
    const { kernel, bring } = await open();
    const source = makeFolder({ "a.md": "Apples.", "b.md": "Bananas." });
    const copied = () =>
      kernel.derive(async ({ entries }) =>
        (await entries("notebook", ["collection.imported"])).flatMap(({ payload }) =>
          Object.keys((payload as unknown as { files: object }).files),
        ),
      );
    let asked = 0;
    // Stops when it is asked the second time, which is before the second file.
    const signal = {
      get aborted() {
        asked += 1;
        return asked > 1;
      },
    } as AbortSignal;
    await expect(bring(source, {}, signal)).rejects.toMatchObject({
      code: "import_stopped",
      message: "Stopped after 1 of 2 files; what was copied stays, and the same command goes on from there",
    });
    const first = await copied();
    expect(first).toHaveLength(1);
    writeFileSync(join(source, "a.md"), "Apricots.");
    writeFileSync(join(source, "b.md"), "Blueberries.");
    expect(await bring(source)).toBe("collection my-notes: 2 notebooks");
    expect((await copied()).slice(1).sort()).toEqual(["notebooks/a.md", "notebooks/b.md"]);
  });

  test.each([{}, { link: "" }])("names a file whose name is not UTF-8 (%j)", async (options) => {
    const { bring, printed } = await open();
    const source = makeFolder({ "a.md": "Apples." });
    try {
      writeFileSync(
        Buffer.concat([Buffer.from(join(source, "caf")), Buffer.from([0xe9]), Buffer.from(".md")]),
        "Coffee.",
      );
    } catch {
      // Not every file system takes such a name; then there is nothing to tell.
      return;
    }
    expect(await bring(source, { ...options, collection: "mine" })).toMatch(/^collection mine: 1 notebook/);
    expect(printed).toEqual([expect.stringMatching(/^not (copied|read): caf\ufffd\.md \(name is not utf8\)$/)]);
  });

  test("keeps the layout of a folder that is a collection already", async () => {
    const { ask, bring } = await open();
    const source = makeFolder({
      "collection.json": '{"title": "Mine", "domain_tags": ["x"]}',
      "notebooks/n.md": "Apples.",
      "artifacts/s/set.json": '{"artifact_type": "index", "created_at": "2025-01-01"}',
      "artifacts/s/words.md": "Words.",
    });
    await bring(source, { collection: "mine" });
    const { collections } = await ask("list_collections");
    expect(collections).toMatchObject([{ title: "Mine", domain_tags: ["x"], notebook_count: 1, artifact_count: 1 }]);
  });

  test("refuses what is not there, a name that leads elsewhere, and a storage that is no folder", async () => {
    const { bring } = await open();
    await expect(bring("/no/such/folder")).rejects.toMatchObject({ code: "not_found" });
    await expect(bring(makeFolder(NOTES), { collection: "../out" })).rejects.toMatchObject({
      code: "invalid_arguments",
    });
    const keys = { access_key_id: "k", secret_access_key: "s" };
    const s3 = await open({ notebook_storage: { type: "s3", path: "s3://b", ...keys } });
    await expect(s3.bring(makeFolder(NOTES))).rejects.toMatchObject({ code: "invalid_arguments" });
  });
});

describe("the demo", () => {
  test("is a collection that every tool can be tried on, and is made once", async () => {
    const { world, host, ask } = await open();
    expect(await world?.demo?.(host())).toBe("collection garden-notes: 4 notebooks");
    expect(await world?.demo?.(host())).toBe("collection garden-notes: 4 notebooks");
    await ask("enter_collection", { collection_id: "garden-notes" });
    const { results } = await ask("semantic_search", { query: "mulch kept the bed damp" });
    expect(results[0].source_pointer).toMatchObject({ notebook_id: "watering-log", page: 3 });
    const quoted = await ask("fetch_passage", { source_id: results[0].reference_id });
    expect(quoted.integrity.verified).toBe(true);
    expect(await ask("retrieve_artifact", { artifact_id: "where-water-is" })).toMatchObject({
      provenance: { created_by: "human_export" },
      synthesis_metadata: { synthesized: false, staleness_indicator: "fresh" },
    });
  });
});
