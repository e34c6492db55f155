import { readdirSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { runCli, startServe, startStdio } from "../kit/processes.ts";
import { play } from "../kit/transcript.ts";

const PAGE_BYTES = 4096;

async function folderWithNotes(): Promise<string> {
  const cwd = temporaryFolder();
  const peer = startStdio("conformance", ["--data", join(cwd, "data")]);
  await peer.initialize();
  for (let n = 0; n < 50; n += 1) await peer.callTool("test_write", { text: `note ${n} ${"x".repeat(500)}` });
  await peer.end();
  return cwd;
}

/** Overwrites the middle of a database, as a bad disk does. */
async function damage(file: string): Promise<void> {
  const handle = await open(file, "r+");
  const { size } = await handle.stat();
  const from = PAGE_BYTES * 10;
  await handle.write(Buffer.alloc(size - from, 0x55), 0, size - from, from);
  await handle.close();
}

test("doctor looks without leaving anything behind, and says what a file in the way is", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "bailiwick.config.json"), JSON.stringify({ port: 0 }));
  writeFileSync(join(cwd, "file"), "");

  await play(
    cwd,
    `
    $ bailiwick doctor --data new
    ok   node: …
    ok   data folder: ./new is not there yet; the first write can make it
    ok   database: none yet; the first write makes it
    ok   tenants: none yet; the first write makes it
    ok   model: … understands
    ok   port: 127.0.0.1:0 is free
    ok   dashboard: built

    $ bailiwick doctor --data file/inside
    ok   node: …
    no   data folder: ./file is a file, not a folder; choose another with --data
    …
    (exit 1)

    $ bailiwick demo --data file
    ! bailiwick: ./file is a file, not a data folder; choose another with --data
    (exit 2)
    `,
  );
  expect(readdirSync(cwd).sort()).toEqual(["bailiwick.config.json", "file"]);
});

test("doctor names a damaged database, a model that is not there, and who has the port", async () => {
  const cwd = await folderWithNotes();
  const { url } = await startServe(["--data", join(cwd, "data"), "--servers", "conformance"]);
  const stranger = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void stranger.close());
  await new Promise((resolve) => stranger.once("listening", resolve));
  const { port } = stranger.address() as { port: number };
  writeFileSync(
    join(cwd, "bailiwick.config.json"),
    JSON.stringify({ embedder: { provider: "path", folder: join(cwd, "no-model") } }),
  );

  await play(
    cwd,
    `
    $ bailiwick doctor --data data --port ${new URL(url).port}
    …
    ok   database: sqlite, sound, 50 log entries
    …
    no   model: …
    ok   port: a Bailiwick … already serves at 127.0.0.1:…, and is well
    …
    (exit 1)

    $ bailiwick doctor --data data --port ${port}
    …
    no   port: 127.0.0.1:… is taken by another program; choose another with --port
    …
    (exit 1)
    `,
  );
  stranger.unref();
});

test("of a damaged store /healthz is not ok, and doctor says what to do", async () => {
  const cwd = await folderWithNotes();
  const file = join(cwd, "data", "bailiwick.db");
  const { url } = await startServe(["--data", join(cwd, "data"), "--servers", "conformance"]);
  await damage(file);

  const answer = await fetch(`${url}/healthz`);

  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      status: "failing",
      version: expect.any(String),
      error: { code: "storage_corrupt", message: expect.any(String), hint: expect.stringContaining("backup") },
    },
  ]);
  const { code, stdout } = await runCli(["doctor", "--data", "data", "--port", "0"], { cwd });
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^no {3}database: .*damaged.*Restore the data folder/m)]);
});

test("what is wrong with a setting is said in plain words", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "a.json"), JSON.stringify({ port: "80" }));
  writeFileSync(join(cwd, "b.json"), JSON.stringify({ limits: { calls_per_minute: -1 } }));
  writeFileSync(join(cwd, "c.json"), JSON.stringify({ log_level: "loud" }));
  writeFileSync(join(cwd, "d.json"), JSON.stringify({ public_url: "here" }));

  await play(
    cwd,
    `
    $ bailiwick verify --config a.json
    ! bailiwick: port in ./a.json is wrong: it must be a number
    (exit 2)
    $ bailiwick verify --config b.json
    ! bailiwick: limits.calls_per_minute in ./b.json is wrong: it must be at least 0
    (exit 2)
    $ bailiwick verify --config c.json
    ! bailiwick: log_level in ./c.json is wrong: it must be one of debug, info, warn, error…
    (exit 2)
    $ bailiwick verify --config d.json
    ! bailiwick: public_url in ./d.json is wrong: it must be an address such as https://example.com
    (exit 2)
    `,
  );
});
