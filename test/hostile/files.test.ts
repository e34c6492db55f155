import { execFileSync } from "node:child_process";
import { appendFileSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { refusalsIn } from "../kit/dump.ts";
import { ENGINES } from "../kit/kernel.ts";
import { openHostile } from "./open-hostile.ts";

const store = (file_path: string) => ({ file_path, mime_type: "text/plain", idempotency_key: "k" });

const SWAPS = 40;
const MOVING_BYTES = 20_000_000;

const OUTSIDE = { code: "VALIDATION_ERROR", details: { reason: "outside_allowed_roots" } };

describe.each(ENGINES)("a path that leads to what is not for its caller, on %s", (engine) => {
  test("leads outside by dots, absolutely, by a like prefix or by a NUL, and is refused the same whether there is a file or not", async () => {
    const { opened: root, top, folder, refusedAndLogged } = await openHostile(engine);
    const paths = [
      "../secret.txt",
      "in/../../secret.txt",
      "../nothing.txt",
      join(top, "secret.txt"),
      "/etc/passwd",
      `${root}-evil/a.txt`,
      "/proc/self/environ",
      "/dev/zero",
      join(folder, "bailiwick.db"),
      join(folder, "keys/file-links.key"),
    ];
    for (const path of paths)
      expect(await refusedAndLogged("store_unstructured", store(path)), path).toMatchObject(OUTSIDE);
    // A NUL is refused earlier, by name of the argument.
    expect(await refusedAndLogged("store_unstructured", store("in/a.txt\0.png"))).toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  test("is spelled in a way that some system would undo, and is taken as a plain name that is not there", async () => {
    const { refusedAndLogged } = await openHostile(engine);
    const paths = [
      "..%2fsecret.txt",
      "..%252fsecret.txt",
      "%2e%2e/secret.txt",
      "..\\secret.txt",
      "C:\\secret.txt",
      "\\\\host\\share\\a.txt",
      "in/a.txt::$DATA",
      "file:///etc/passwd",
      "~/secret.txt",
      "$HOME/secret.txt",
      "in/A.TXT",
    ];
    for (const path of paths) {
      expect(await refusedAndLogged("store_unstructured", store(path)), path).toMatchObject({ code: "FILE_NOT_FOUND" });
    }
  });

  test("goes through a link, a linked folder or a second name, or ends in a pipe, and is refused without waiting", async () => {
    const { opened: root, top, refusedAndLogged } = await openHostile(engine);
    symlinkSync(join(top, "secret.txt"), join(root, "link.txt"));
    symlinkSync(top, join(root, "up"));
    linkSync(join(top, "secret.txt"), join(root, "hard.txt"));
    execFileSync("/usr/bin/mkfifo", [join(root, "pipe")]);
    expect(await refusedAndLogged("store_unstructured", store("link.txt"))).toMatchObject(OUTSIDE);
    expect(await refusedAndLogged("store_unstructured", store("up/secret.txt"))).toMatchObject(OUTSIDE);
    expect(await refusedAndLogged("store_unstructured", store("hard.txt"))).toMatchObject({
      details: { reason: "hard_link" },
    });
    expect(await refusedAndLogged("store_unstructured", store("pipe"))).toMatchObject({
      details: { reason: "not_a_regular_file" },
    });
  });

  test("is another form of the same letters, and is another name", async () => {
    const { opened: root, ask, refusedAndLogged } = await openHostile(engine);
    mkdirSync(join(root, "names"));
    writeFileSync(join(root, "names", "caf\u00e9.txt"), "composed");
    expect(await refusedAndLogged("store_unstructured", store("names/cafe\u0301.txt"))).toMatchObject({
      code: "FILE_NOT_FOUND",
    });
    expect(await ask("store_unstructured", store("names/caf\u00e9.txt"))).not.toHaveProperty("error");
  });

  test("is a link now and a folder then, and never leads outside; each refusal is recorded", async () => {
    const { opened: root, top, ask, refusedAndLogged } = await openHostile(engine);
    const real = join(root, "real");
    const swapIn = () => {
      renameSync(real, join(root, "aside"));
      symlinkSync(top, real);
    };
    const swapOut = () => {
      rmSync(real);
      renameSync(join(root, "aside"), real);
    };
    mkdirSync(real);
    writeFileSync(join(real, "secret.txt"), "inside");
    swapIn();
    expect(await refusedAndLogged("store_unstructured", store("real/secret.txt"))).toMatchObject(OUTSIDE);
    swapOut();
    let running = true;
    const swapping = (async () => {
      while (running) {
        swapIn();
        await new Promise((resolve) => setImmediate(resolve));
        swapOut();
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    // One file of other content under the same name would be another source.
    const sources = new Set<unknown>();
    for (let n = 0; n < SWAPS; n += 1) {
      const answer = await ask("store_unstructured", { ...store("real/secret.txt"), idempotency_key: `swap ${n}` });
      if (answer.error === undefined) sources.add(answer.storage_path);
    }
    running = false;
    await swapping;
    expect(sources.size).toBeLessThanOrEqual(1);
  });

  test("leads to a file that grows while it is read, and is refused", async () => {
    const truth = await openHostile(engine);
    const path = join(truth.opened, "moving.txt");
    writeFileSync(path, "x".repeat(MOVING_BYTES));
    let done = false;
    const refused = truth.refused("store_unstructured", store("moving.txt")).finally(() => {
      done = true;
    });
    while (!done) {
      appendFileSync(path, "x");
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await refused).toMatchObject({ code: "FILE_READ_ERROR", details: { reason: "changed" } });
  });

  test("comes over HTTP, where no folder is open unless the operator opened one", async () => {
    const truth = await openHostile(engine, { filesRoots: undefined });
    const before = truth.opened;
    const root = await truth.stateRoot();
    const answer = await truth.call({
      server: "truth",
      name: "store_unstructured",
      arguments: store(join(before, "in/a.txt")),
      connection: { id: "h", transport: "http", client: "test", user: "local" },
      client: SILENT_CLIENT,
      signal: new AbortController().signal,
      form: "tool",
    });
    expect(answer).toMatchObject({ isError: true, structuredContent: { error: OUTSIDE } });
    expect(await truth.stateRoot()).toEqual(root);
    expect(await refusalsIn(truth)).toEqual([{ tool: "store_unstructured", code: expect.any(String) }]);
  });
});
