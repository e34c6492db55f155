import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { nestedFlate, nestedForms } from "../kit/pdf.ts";
import { noteWaits, runCli, startServe, startStdio } from "../kit/processes.ts";
import { HttpPeer } from "./raw-http.ts";

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const data = temporaryFolder();
  const notebooks = join(data, "notebooks", "shelf", "notebooks");
  mkdirSync(notebooks, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(notebooks, name), content);
  return data;
}

const NOTES = { "a.md": "The barrel fills in one night.\n" };
const VERBOSE = { MCP_LOG_VERBOSE: "1" };
const STARTED = /"pid":(\d+)[^\n]*a parser process was started/;

test("the built product gives a bomb up and answers with the rest", async () => {
  const peer = startStdio("notebook", ["--data", folderWith({ ...NOTES, "bomb.pdf": nestedFlate() })]);
  await peer.initialize();
  await peer.callTool("enter_collection", { collection_id: "shelf" });

  const { result } = await peer.callTool("semantic_search", { query: "barrel" });

  expect(result.structuredContent).toMatchObject({
    results: [{ source_pointer: { notebook_id: "a" } }],
    search_note: expect.stringContaining('1 file was not read: "bomb.pdf" takes too much memory to read'),
  });
  expect(await peer.end()).toBe(0);
});

test("an import names the file it gave up", async () => {
  const notes = join(temporaryFolder(), "garden");
  mkdirSync(notes);
  writeFileSync(join(notes, "bomb.pdf"), nestedFlate());

  const { code, stdout } = await runCli(["import", "notebook", notes, "--data", temporaryFolder()]);

  expect(stdout).toContain("not read: bomb.pdf takes too much memory to read\n");
  expect(stdout).toContain("collection garden: 0 notebooks; not read: 1 takes too much memory\n");
  expect(code).toBe(0);
});

test("stops at once on SIGTERM in the midst of a bomb, over stdio", async () => {
  const { env, endedAtOnce } = noteWaits();
  const data = folderWith({ ...NOTES, "bomb.pdf": nestedForms() });
  const peer = startStdio("notebook", ["--data", data], { ...VERBOSE, ...env });
  await peer.initialize();
  await peer.callTool("enter_collection", { collection_id: "shelf" });
  const search = peer.callTool("semantic_search", { query: "barrel" });
  const pid = Number(await peer.says(STARTED));

  peer.child.kill("SIGTERM");

  expect((await search).result).toMatchObject({ isError: true });
  await peer.ended;
  expect(peer.child.exitCode).toBe(0);
  expect(endedAtOnce()).toBe(true);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("stops at once on SIGTERM in the midst of a bomb, over HTTP, and answers for its health until then", async () => {
  const { env, endedAtOnce } = noteWaits();
  const data = folderWith({ ...NOTES, "bomb.pdf": nestedForms() });
  const { url, child, output } = await startServe(["--data", data], { ...VERBOSE, ...env });
  const closed = new Promise((resolve) => child.once("close", (code) => resolve(code)));
  const peer = new HttpPeer(`${url}/notebook/mcp`);
  await peer.initialize();
  const list = Promise.allSettled([peer.callTool("list_collections", {})]);
  while (!STARTED.test(output())) await new Promise((resolve) => setTimeout(resolve, 10));

  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill("SIGTERM");

  await list;
  expect(await closed).toBe(0);
  expect(endedAtOnce()).toBe(true);
});
