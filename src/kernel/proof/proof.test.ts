import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { ENGINES, migratedDatabaseUrl, openTestKernel, type TestKernel } from "../../../test/kit/kernel.ts";
import { ledgerWorld } from "../../../test/kit/ledger-world.ts";
import { checkProof } from "../../apps/check-proof/index.ts";
import { WORLDS } from "../../apps/worlds.ts";
import { eventsAfter } from "../events/index.ts";
import { EVERY_TENANT, INSTALLATION } from "../installation.ts";
import { query } from "../query.ts";

const say = async (kernel: TestKernel, count: number, user = "local") => {
  for (let n = 0; n < count; n++) await kernel.callTool("test_write", { text: `said ${n}` }, { user });
};

const entriesOf = async (kernel: TestKernel, tenant = "local") =>
  (await kernel.parts.database()).read(EVERY_TENANT, (sql) => eventsAfter(sql, tenant, 0, 1000));

const run = async (kernel: TestKernel, statement: ReturnType<typeof query>) =>
  (await kernel.parts.database()).write(EVERY_TENANT, (sql) => sql.run(statement));

describe.each(ENGINES)("on %s", (engine) => {
  test("every entry is proven to an outsider at every length, now and as a checkpoint saw it", async () => {
    const kernel = await openTestKernel({ engine });
    for (const length of [1, 2, 3, 5, 8]) {
      await say(kernel, length - (await entriesOf(kernel)).length);
      const checkpoint = await kernel.checkpoint("local");
      const kept = { key: checkpoint.key, checkpoint: JSON.stringify(checkpoint) };
      for (const { id, seq } of await entriesOf(kernel)) {
        const proof = JSON.stringify(await kernel.prove(id));
        expect(checkProof(proof, kept)).toEqual({ shown: expect.stringContaining(`entry ${seq} ${id} `) });
      }
    }
    const early = await kernel.checkpoint();
    await say(kernel, 5);
    const [first, , , , , , , , last] = await entriesOf(kernel);
    const kept = { key: early.key, checkpoint: JSON.stringify(early) };
    expect(checkProof(JSON.stringify(await kernel.prove(first?.id ?? "", early)), kept)).toHaveProperty("shown");
    await expect(kernel.prove(last?.id ?? "", early)).rejects.toMatchObject({ code: "not_found" });
    await expect(kernel.prove("no such entry")).rejects.toMatchObject({ code: "not_found" });
  });

  test("that a log has only grown is proven between any two lengths, and for no other log", async () => {
    const kernel = await openTestKernel({ engine });
    const checkpoints = [];
    for (let length = 1; length <= 9; length++) {
      await say(kernel, 1);
      checkpoints.push(await kernel.checkpoint());
    }
    for (const checkpoint of checkpoints) {
      const proof = JSON.stringify(await kernel.proveGrowth(checkpoint, "local"));
      const kept = { key: checkpoint.key, checkpoint: JSON.stringify(checkpoint) };
      expect(checkProof(proof, kept)).toHaveProperty("shown");
      const other = checkpoints[(checkpoints.indexOf(checkpoint) + 1) % checkpoints.length];
      expect(checkProof(proof, { ...kept, checkpoint: JSON.stringify(other) })).toHaveProperty("refused");
    }
  });

  test("quick verification looks at what is new, a full one at everything, and both name what is wrong", async () => {
    const kernel = await openTestKernel({ engine, worlds: [ledgerWorld()] });
    const add = (amount: number) => kernel.callTool("add", { amount });
    await add(1);
    await add(2);
    expect(await kernel.verify()).toMatchObject({ entries: 2, checked: 2, findings: [], bad: undefined });
    await add(3);
    expect(await kernel.verify()).toMatchObject({ entries: 3, checked: 1 });
    expect(await kernel.verify()).toMatchObject({ entries: 3, checked: 0 });
    expect(await kernel.verify({ full: true })).toMatchObject({ entries: 3, checked: 3, findings: [] });

    await run(kernel, query`update ledger_line set amount = 9999 where amount = 2`);
    expect((await kernel.verify({ full: true })).findings).toEqual([
      { what: expect.stringMatching(/^row ledger_line local /), reason: "amount is 9999 where the log gives 2" },
    ]);
    await run(kernel, query`delete from ledger_line where amount = 9999`);
    expect((await kernel.verify({ full: true })).findings).toMatchObject([{ reason: "is gone: the log gives it" }]);
  });

  test("a log that was cut short, emptied or rewritten is noticed by the witness", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await migratedDatabaseUrl(engine, WORLDS, folder);
    const kernel = await openTestKernel({ folder, databaseUrl });
    await say(kernel, 6);
    await kernel.close();
    const again = await openTestKernel({ folder, databaseUrl });
    expect(await again.verify()).toMatchObject({ entries: 6, bad: undefined });

    await run(again, query`delete from event where seq > 4`);
    await run(
      again,
      query`update log_head as h set seq = 4, hash = e.hash from event e where e.tenant_id = h.tenant_id and e.seq = 4`,
    );
    expect((await again.verify({ full: true })).bad).toMatchObject({
      seq: 5,
      reason: "is gone: the witness saw 6 entries",
    });
    // Later writes do not make it forget.
    await say(again, 3);
    await again.close();
    const later = await openTestKernel({ folder, databaseUrl });
    expect((await later.verify({ full: true })).bad).toMatchObject({
      seq: 6,
      reason: "is not the entry that the witness saw",
    });
  });
});

test("a database that is gone beside a witness is a finding", async () => {
  const kernel = await openTestKernel();
  await say(kernel, 3);
  await kernel.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(join(kernel.folder, `bailiwick.db${end}`), { force: true });
  const empty = await openTestKernel({ folder: kernel.folder, mustExist: true });
  expect((await empty.verify()).damage).toEqual(["the database is gone: the witness beside it saw 3 entries"]);
});

test("a database that was cut short is a finding, not a word of where to look", async () => {
  const kernel = await openTestKernel();
  await say(kernel, 3);
  await kernel.close();
  truncateSync(join(kernel.folder, "bailiwick.db"), 100_000);
  const cut = await openTestKernel({ folder: kernel.folder, mustExist: true });
  expect((await cut.verify()).damage).toEqual([
    "the database is too damaged to be opened (SQLITE_CORRUPT): the witness beside it saw 3 entries",
  ]);
});

test.each(["witness.json", "verified.json"])("a changed %s is a finding", async (name) => {
  const kernel = await openTestKernel();
  await say(kernel, 3);
  await kernel.verify();
  await kernel.close();
  const file = join(kernel.folder, name);
  writeFileSync(file, readFileSync(file, "utf8").replace('"seq":3', '"seq":2'));
  const again = await openTestKernel({ folder: kernel.folder });
  expect((await again.verify()).findings).toMatchObject([{ what: `file ${name}` }]);
});

test("checkpoints are believed by a pinned key alone, through rotations and back", async () => {
  const kernel = await openTestKernel();
  await say(kernel, 2);
  const old = await kernel.checkpoint();
  const { from, to } = await kernel.rotateKey();
  const fresh = await kernel.checkpoint();
  expect([old.key, fresh.key]).toEqual([from, to]);
  for (const checkpoint of [old, fresh]) {
    for (const key of [undefined, from, to])
      expect(await kernel.verify({ checkpoint, key })).toMatchObject({ bad: undefined });
  }
  const stranger = await openTestKernel({ seed: "stranger" });
  await say(stranger, 2);
  const forged = await stranger.checkpoint();
  await expect(kernel.verify({ checkpoint: forged })).rejects.toMatchObject({
    code: "checkpoint_invalid",
    message: expect.stringContaining("not trusted here"),
  });
  await expect(kernel.verify({ checkpoint: old, key: forged.key })).rejects.toMatchObject({
    code: "checkpoint_invalid",
  });
  expect((await entriesOf(kernel, INSTALLATION)).map(({ kind }) => kind)).toEqual(["key.rotated"]);
});

test("a rotation that was cut short before its file is finished by whoever signs next", async () => {
  const kernel = await openTestKernel();
  await say(kernel, 1);
  const keyFile = join(kernel.folder, "keys", "checkpoint-ed25519.pem");
  const before = readFileSync(keyFile);
  const { to } = await kernel.rotateKey();
  const next = readFileSync(keyFile);
  writeFileSync(join(kernel.folder, "keys", "checkpoint-ed25519.next.pem"), next);
  writeFileSync(keyFile, before);
  expect((await kernel.checkpoint()).key).toBe(to);
  writeFileSync(keyFile, before);
  await expect(kernel.checkpoint()).rejects.toMatchObject({ code: "key_unknown" });
});

test("without a key of its own a folder trusts the first checkpoint it sees, and no other afterwards", async () => {
  const kernel = await openTestKernel();
  await say(kernel, 2);
  const mine = await kernel.checkpoint();
  await kernel.close();
  rmSync(join(kernel.folder, "keys"), { recursive: true });
  const reader = await openTestKernel({ folder: kernel.folder, readOnly: true });
  await expect(reader.verify({ checkpoint: mine })).rejects.toMatchObject({
    message: expect.stringContaining("--key"),
  });
  expect(await reader.verify({ checkpoint: mine, key: mine.key })).toMatchObject({ bad: undefined });
});

// biome-ignore lint/suspicious/noExplicitAny: a proof is changed in every part.
type Edited = any;

const EDITS: Readonly<Record<string, (proof: Edited) => unknown>> = {
  "another payload": (proof) => ({ ...proof, body: { ...proof.body, payload: { text: "forged" } } }),
  "another reasoning": (proof) => ({ ...proof, body: { ...proof.body, reasoning: "why" } }),
  "another salt": (proof) => ({ ...proof, body: { ...proof.body, salt: "00" } }),
  "another time": (proof) => ({ ...proof, entry: { ...proof.entry, at: 1 } }),
  "another place": (proof) => ({ ...proof, entry: { ...proof.entry, seq: 1 } }),
  "another path": (proof) => ({ ...proof, path: [...proof.path].reverse() }),
  "a shorter path": (proof) => ({ ...proof, path: proof.path.slice(1) }),
  "a longer path": (proof) => ({ ...proof, path: [...proof.path, "0".repeat(64)] }),
  "another root": (proof) => ({ ...proof, head: { ...proof.head, root: "0".repeat(64) } }),
  "another tenant": (proof) => ({ ...proof, head: { ...proof.head, tenant: "eve" } }),
  "no head": (proof) => ({ ...proof, head: null }),
  "another format": (proof) => ({ ...proof, format: "x" }),
};

test.each(Object.keys(EDITS))("a proof with %s is refused in words", async (edit) => {
  const kernel = await openTestKernel();
  await say(kernel, 6);
  const { key } = await kernel.checkpoint();
  const id = (await entriesOf(kernel))[3]?.id ?? "";
  const proof = await kernel.prove(id);
  const edited = JSON.stringify(EDITS[edit]?.(proof as Edited));
  expect(checkProof(JSON.stringify(proof), { key })).toHaveProperty("shown");
  expect(checkProof(edited, { key })).toEqual({ refused: expect.any(String) });
});
