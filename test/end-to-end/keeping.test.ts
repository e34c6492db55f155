import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { runCli, startStdio } from "../kit/processes.ts";
import { play } from "../kit/transcript.ts";

/** A folder with one company in it, known from one source. */
async function folderWithAcme(): Promise<{ cwd: string; entity: string; source: string }> {
  const cwd = temporaryFolder();
  const peer = startStdio("truth", ["--data", join(cwd, "data")]);
  await peer.initialize();
  const stored = await peer.callTool("store_structured", {
    idempotency_key: "first",
    entities: [{ entity_type: "company", name: "Acme Larch", website: "https://acme.example" }],
  });
  await peer.end();
  const { entities, source_id } = stored.result.structuredContent;
  return { cwd, entity: entities[0].entity_id, source: source_id };
}

test("a person sees what is there, finds it, and reads where each field is from", async () => {
  const { cwd, entity, source } = await folderWithAcme();

  await play(
    cwd,
    `
    $ bailiwick status --data data
    data folder  ./data (sqlite, … MiB)
    notebook     0 collections, 0 notebooks, 0 passages
    instructions 0 instructions
    truth        1 entity, 1 source
    graph        0 memories, 0 edges
    building     0 models, 0 elements
    …
    log          local: 1 entry, head …
    search       …
    checkpoint   none yet; \`bailiwick checkpoint FILE\` makes one to be kept elsewhere

    $ bailiwick checkpoint monday.json --data data
    …

    $ bailiwick status --wait --data data
    …
    search       1 text by words, all of them by meaning
    checkpoint   …, 0 entries since

    $ bailiwick search acme --data data --world truth
    truth:
    ${entity}  company …
    name: Acme Larch
    \`bailiwick show ID\` shows one of them whole, with where it is from

    $ bailiwick show ${entity} --data data
    entity
    entity_id: ${entity}
    entity_type: company
    …
    name: Acme Larch
    from source ${source}, “Acme Larch” at …
    …

    $ bailiwick show ${source} --data data
    source
    id: ${source}
    …

    $ bailiwick show nobody --data data
    ! bailiwick: Nothing that can be shown has this id (id: nobody). Check the id, or search for it.
    (exit 1)

    $ bailiwick search acme --data data --world trut
    ! bailiwick: --world trut cannot be searched; did you mean truth? (worlds: truth, notebook, instructions, graph)
    (exit 2)
    `,
  );
});

test("a backup is one verified file, and a restored folder is what it was", async () => {
  const { cwd } = await folderWithAcme();

  await play(
    cwd,
    `
    $ bailiwick backup monday.tar --data data
    backed up: 1 entry, … files, … KiB, verified; ./monday.tar
    ! note: it holds the keys of the data folder: keep it where only you can read it

    $ bailiwick backup monday.tar --data data
    ! bailiwick: ./monday.tar is there already; choose another name
    (exit 2)

    $ bailiwick backup data/inside.tar --data data
    ! bailiwick: a backup inside the data folder is lost with it
    (exit 2)

    $ bailiwick restore monday.tar --data data
    ! bailiwick: ./data is not empty; choose another folder with --data
    (exit 2)

    $ bailiwick restore monday.tar --data again
    restored: 1 entry, … files, verified; ./again
    as it was at …, made by version …

    $ bailiwick verify --full --data again
    ok: 1 entry of 1 tenant, … tables, index and quotes follow from them

    $ bailiwick restore none.tar --data other
    ! bailiwick: The backup cannot be read (file: ./none.tar). Check the path.
    (exit 1)
    `,
  );
  const roots = await Promise.all(["data", "again"].map((data) => runCli(["replay", "--data", data], { cwd })));
  expect(roots[1]).toEqual(roots[0]);
});

test("a backup that was changed or cut off is refused by name and leaves nothing", async () => {
  const { cwd } = await folderWithAcme();
  await runCli(["backup", "good.tar", "--data", "data"], { cwd });
  const good = readFileSync(join(cwd, "good.tar"));
  const changed = Buffer.from(good);
  changed[good.indexOf("Acme Larch")] = 0x61;
  writeFileSync(join(cwd, "changed.tar"), changed);
  writeFileSync(join(cwd, "cut.tar"), good.subarray(0, good.length - 4096));
  appendFileSync(join(cwd, "none.tar"), "no backup at all".repeat(64));

  await play(
    cwd,
    `
    $ bailiwick restore changed.tar --data r
    ! bailiwick: The backup is not whole: a file is not what was backed up (path: …). …
    (exit 1)
    $ bailiwick restore cut.tar --data r
    ! bailiwick: The backup is not whole: it …
    (exit 1)
    $ bailiwick restore none.tar --data r
    ! bailiwick: The backup is not whole: it is no backup, or a part of it was changed. …
    (exit 1)
    $ bailiwick status --data r
    ! bailiwick: The data folder holds no database yet. …
    (exit 1)
    `,
  );
});

test("a shell is told every command and flag, in words it understands", async () => {
  const cwd = temporaryFolder();
  const { stdout } = await runCli(["completion", "bash"], { cwd });

  const asked = spawnSync("bash", [
    "-c",
    `${stdout}\nCOMP_WORDS=(bailiwick verify --che); COMP_CWORD=2; _bailiwick; echo "\${COMPREPLY[@]}"`,
  ]);

  expect(asked.stdout.toString().trim()).toBe("--checkpoint");
  await play(
    cwd,
    `
    $ bailiwick completion fissh
    ! bailiwick: no completion for fissh; did you mean fish? (shells: bash, zsh, fish)
    (exit 2)
    `,
  );
});
