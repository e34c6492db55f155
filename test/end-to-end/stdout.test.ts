import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { sha256 } from "../../src/kernel/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { noteWaits, runCli, type StdioPeer, startStdio } from "../kit/processes.ts";

/** A server in whose process this module runs too, as a careless dependency would. */
function startWith(module: string, data = temporaryFolder()): StdioPeer {
  const file = join(temporaryFolder(), "careless.mjs");
  writeFileSync(file, module);
  return startStdio("conformance", ["--data", data], { NODE_OPTIONS: `--import ${pathToFileURL(file).href}` });
}

/** Once the pipe is closed every line has been parsed; a line that is no JSON would have thrown by then. */
const isProtocol = ({ messages, lines }: StdioPeer) =>
  lines.length > 0 && messages.length === lines.length && messages.every(({ jsonrpc }) => jsonrpc === "2.0");

test("what else is printed while serving goes to stderr", async () => {
  const peer = startWith(`
    setInterval(() => {
      console.log("noise by console.log");
      console.info("noise by console.info");
      process.stdout.write("noise by write\\n");
      process.stdout.write(new TextEncoder().encode("noise by bytes\\n"));
    }, 5).unref();
  `);
  await peer.initialize();
  await peer.callTool("test_tool_with_progress", {});
  const written = await peer.callTool("test_write", { text: "clean" });

  expect(await peer.end()).toBe(0);
  expect(isProtocol(peer)).toBe(true);
  expect(written.result.structuredContent.id).toBe(sha256("clean"));
  for (const way of ["console.log", "console.info", "write", "bytes"]) expect(peer.stderr).toContain(`noise by ${way}`);
});

test("a dependency that prints a banner when it is loaded does not reach stdout", async () => {
  const peer = startWith(`
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context);
        if (!url.endsWith("/dist/real-env.js") && !/\\/dist\\/run-[^/]*\\.js$/.test(url)) return loaded;
        return { ...loaded, source: loaded.source + '\\nconsole.log("a banner at load");' };
      },
    });
  `);
  await peer.initialize();

  expect(await peer.end()).toBe(0);
  expect(peer.stderr).toContain("a banner at load");
  expect(isProtocol(peer)).toBe(true);
});

test.for([
  ["an uncaught exception", "throw new Error('boom')"],
  ["an unhandled rejection", "void Promise.reject(new Error('boom'))"],
] as const)(
  "%s ends the process with a failure, its cause on stderr, and what was acknowledged kept",
  async ([, crash]) => {
    const data = temporaryFolder();
    const peer = startWith(`process.on("SIGUSR2", () => { ${crash}; });`, data);
    await peer.initialize();
    await peer.callTool("test_write", { text: "before the crash" });

    peer.child.kill("SIGUSR2");
    const [code] = await once(peer.child, "close");

    expect(code).toBeGreaterThan(0);
    expect(peer.stderr).toContain("boom");
    expect(isProtocol(peer)).toBe(true);
    expect(await runCli(["verify", "--data", data])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ok: 1 entry/),
    });
  },
);

test("closing stdin ends the process at once, after everything asked has been answered", async () => {
  const waits = noteWaits();
  const peer = startStdio("conformance", ["--data", temporaryFolder()], waits.env);
  await peer.initialize();
  for (let n = 0; n < 20; n++) {
    peer.send({ id: n, method: "tools/call", params: { name: "test_write", arguments: { text: `note ${n}` } } });
  }
  peer.send({ id: "slow", method: "tools/call", params: { name: "test_tool_with_progress", arguments: {} } });

  expect({ code: await peer.end(), stderr: peer.stderr }).toEqual({ code: 0, stderr: "" });
  expect(waits.endedAtOnce()).toBe(true);
  const answered = peer.messages.filter(({ result }) => result?.content !== undefined).map(({ id }) => id);
  expect(answered).toHaveLength(21);
  expect(answered).toContain("slow");
});

test("a client that never says anything and leaves is no failure", async () => {
  const peer = startStdio("conformance", ["--data", temporaryFolder()]);

  expect({ code: await peer.end(), lines: peer.lines, stderr: peer.stderr }).toEqual({
    code: 0,
    lines: [],
    stderr: "",
  });
});

test("SIGTERM in a burst of writes: the process ends by itself and every acknowledged write is in the log", async () => {
  const data = temporaryFolder();
  const peer = startStdio("conformance", ["--data", data]);
  await peer.initialize();
  for (let n = 0; n < 50; n++) {
    peer.send({ id: n, method: "tools/call", params: { name: "test_write", arguments: { text: `note ${n}` } } });
  }
  await peer.next(({ id }) => id === 0);

  peer.child.kill("SIGTERM");
  const [code, signal] = await once(peer.child, "close");

  const acknowledged = peer.messages.filter(({ result }) => result?.structuredContent?.event_id !== undefined);
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  expect(acknowledged.length).toBeGreaterThan(0);
  const reader = startStdio("conformance", ["--data", data]);
  await reader.initialize();
  const read = await Promise.all(
    acknowledged.map(({ result }) => reader.callTool("test_read", { id: result.structuredContent.id })),
  );
  expect(read.map(({ result }) => result.structuredContent.text)).toEqual(
    acknowledged.map(({ id }) => `note ${String(id)}`),
  );
});
