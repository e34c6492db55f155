import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { play } from "../kit/transcript.ts";

/** No model: what is shown here is about files and words. */
function folder(): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "bailiwick.config.json"), JSON.stringify({ embedder: { provider: "none" } }));
  return cwd;
}

/** A ZIP archive with one packed file, as Word writes its documents. */
function docx(xml: string): Buffer {
  const name = Buffer.from("word/document.xml");
  const packed = deflateRawSync(Buffer.from(xml));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const listAt = local.length + name.length + packed.length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(listAt, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}

test("an import names what it leaves and why, and reads Word, HTML and Org", async () => {
  const cwd = folder();
  mkdirSync(join(cwd, "notes"));
  writeFileSync(join(cwd, "notes", "a.md"), "# Apples\n\nThe russet keeps until March.\n");
  writeFileSync(join(cwd, "notes", "photo.png"), "no text");
  writeFileSync(join(cwd, "notes", "broken.ipynb"), "{");
  writeFileSync(join(cwd, "notes", "b.org"), "#+TITLE: Pears\n* Heading\nThe quince is no pear.\n");
  writeFileSync(
    join(cwd, "notes", "c.html"),
    "<html><head><title>Plums</title><script>var hidden</script></head><body><p>The damson &amp; the sloe.</p></body></html>",
  );
  writeFileSync(
    join(cwd, "notes", "d.docx"),
    docx(
      '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Cherries</w:t></w:r></w:p><w:p><w:r><w:t>The morello is sour.</w:t></w:r></w:p>',
    ),
  );
  writeFileSync(join(cwd, "photo.png"), "no text");

  await play(
    cwd,
    `
    $ bailiwick import notebook notes --collection "Fruit book"
    not copied: photo.png (no kind of notebook)
    not read: broken.ipynb (broken json)
    collection Fruit book: 4 notebooks; not read: 1 broken json
    ! found by words now; not by meaning: …

    $ bailiwick search damson sloe --world notebook
    notebook:
    ref_Fruit book_…  Fruit book/c
    The damson & the sloe.
    …

    $ bailiwick search morello sour --world notebook
    notebook:
    ref_Fruit book_…  Fruit book/d
    # Cherries The morello is sour.
    …

    $ bailiwick search quince --world notebook
    …
    …quince is no pear…
    …

    $ bailiwick import notebook photo.png
    ! bailiwick: What is to be imported is neither a folder nor a notebook (.md, …) (path: ./photo.png).
    (exit 1)

    $ bailiwick import notebook notes --overwrite
    ! bailiwick: --overwrite is no flag of import notebook; it takes --collection, --link, --dry-run
    (exit 2)
    `,
  );
});

test("a linked collection never hides a copied one, and a collection can be listed and taken out", async () => {
  const cwd = folder();
  mkdirSync(join(cwd, "notes"));
  writeFileSync(join(cwd, "notes", "a.md"), "The russet keeps until March.\n");

  await play(
    cwd,
    `
    $ bailiwick import notebook notes
    collection notes: 1 notebook
    …
    $ bailiwick import notebook notes --link
    ! bailiwick: A copied collection notes is there already: choose another name with --collection, or …
    (exit 1)
    $ bailiwick import notebook notes --link --collection follow
    collection follow: 1 notebook
    …
    $ bailiwick collections list
    follow	1 notebook	follow
    notes	1 notebook	notes
    $ bailiwick collections remove follow
    collection follow is no longer linked; the files in ./notes stay as they are
    $ bailiwick collections remove notes
    collection notes is removed, and its copies of notebooks
    $ bailiwick collections
    no collections; \`bailiwick import notebook PATH\` makes one
    $ bailiwick collections remove notes
    ! bailiwick: There is no such collection (collection: notes). …
    (exit 1)
    $ bailiwick audit
    …  local  notebook/import  collection.imported
    …  local  notebook/import  collection.imported
    …  local  notebook/remove  collection.removed
    …  local  notebook/remove  collection.removed
    $ bailiwick verify --full
    ok: 4 entries of 1 tenant, …
    `,
  );
});

test("instructions that the command line brings in are in the log, and verify tells what was changed by hand since", async () => {
  const cwd = folder();
  mkdirSync(join(cwd, "rules"));
  const rule = (body: string) =>
    JSON.stringify({
      id: "units",
      title: "Units",
      body,
      priority: 50,
      audience: "all",
      requirement: "optional",
      categories: [],
    });
  writeFileSync(join(cwd, "rules", "units.json"), rule("Write the unit beside every number."));

  await play(
    cwd,
    `
    $ bailiwick import instructions rules
    instructions: 1 imported, 0 overwritten, 0 skipped, 0 not usable
    $ bailiwick import instructions rules --overwrite
    instructions: 0 imported, 1 overwritten, 0 skipped, 0 not usable
    $ bailiwick audit
    …  local  instructions/import  instructions.changed
    …  local  instructions/import  instructions.changed
    $ bailiwick verify --full
    ok: 2 entries of 1 tenant, …
    `,
  );
  writeFileSync(join(cwd, "bailiwick-data", "instructions", "units.json"), rule("Write no unit."));
  await play(
    cwd,
    `
    $ bailiwick verify --full
    ok: 2 entries of 1 tenant, …
    ! note: instruction units: its body is not what the log last had; files are canonical there, so it was changed by hand
    `,
  );
});
