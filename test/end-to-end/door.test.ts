import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, type TestContext, test } from "vitest";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const NEW_NODE = process.execPath;
const OLD_NODE = findOldNode();

/** Stands in for the command line: does what its first argument says. */
const MAIN = `
const [what, ...rest] = process.argv.slice(2);
if (what === "echo") process.stdin.pipe(process.stdout);
if (what === "show") console.log(JSON.stringify({ major: Number.parseInt(process.versions.node, 10), rest }));
if (what === "exit") process.exitCode = Number(rest[0]);
if (what === "tidy") {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => { console.log(signal); process.exit(7); });
  }
}
if (what === "wait" || what === "tidy") {
  setInterval(() => {}, 1000);
  console.log("waiting");
}
`;

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

function findOldNode(): string | undefined {
  const nodes = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"].map((folder) =>
    join(folder, "node"),
  );
  return nodes.find((node) => {
    if (!existsSync(node)) return false;
    const major = Number(/^v(\d+)/.exec(execFileSync(node, ["--version"], { encoding: "utf8" }))?.[1]);
    return major >= 18 && major < 22;
  });
}

function requireOldNode({ skip }: TestContext): string {
  return OLD_NODE ?? skip("there is no Node.js 18 to 21 on this machine to try the door with");
}

async function installDoor({ built = true, bundledNode = true } = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "bailiwick-door-")));
  folders.push(folder);
  await cp(join(REPOSITORY, "bin"), join(folder, "bin"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  if (built) {
    await mkdir(join(folder, "dist"), { recursive: true });
    await writeFile(join(folder, "dist/main.js"), MAIN);
  }
  if (bundledNode) {
    await mkdir(join(folder, "node_modules"));
    await symlink(join(REPOSITORY, "node_modules/node"), join(folder, "node_modules/node"));
  }
  return folder;
}

function openDoor(folder: string, node: string, ...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(node, [join(folder, "bin/bailiwick.js"), ...args]);
}

async function readToEnd(child: ChildProcessWithoutNullStreams) {
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  const [stdout, stderr, [code, signal]] = await ended;
  return { stdout, stderr, code, signal };
}

async function signalWhenWaiting(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals) {
  const ended = readToEnd(child);
  await once(child.stdout, "data");
  child.kill(signal);
  return ended;
}

test("before the build it says in one line to build, and fails", async () => {
  const folder = await installDoor({ built: false });

  const ended = await readToEnd(openDoor(folder, NEW_NODE, "serve"));

  expect(ended).toEqual({
    stdout: "",
    stderr: `bailiwick: not built yet; run \`npm run build\` in ${folder}/\n`,
    code: 1,
    signal: null,
  });
});

test("on an older Node.js without the bundled one it says in one line what to install, and fails", async (context) => {
  const oldNode = requireOldNode(context);

  const ended = await readToEnd(openDoor(await installDoor({ bundledNode: false }), oldNode, "show"));

  expect(ended).toMatchObject({ stdout: "", code: 1, signal: null });
  expect(ended.stderr).toMatch(/^bailiwick: Node\.js [\d.]+ is too old; install Node\.js 22 or newer\.\n$/);
});

describe.each(["this Node.js", "an older Node.js with the bundled one beside it"])("on %s", (which) => {
  const pickNode = (context: TestContext) => (which === "this Node.js" ? NEW_NODE : requireOldNode(context));

  test("runs the built program on Node.js 22 or newer with the arguments as given", async (context) => {
    const node = pickNode(context);

    const ended = await readToEnd(openDoor(await installDoor(), node, "show", "--data", "a b", ""));

    expect(ended).toEqual({
      stdout: `${JSON.stringify({ major: Number.parseInt(process.versions.node, 10), rest: ["--data", "a b", ""] })}\n`,
      stderr: "",
      code: 0,
      signal: null,
    });
  });

  test("leaves standard input and output to the program, byte for byte", async (context) => {
    const node = pickNode(context);
    const child = openDoor(await installDoor(), node, "echo");

    child.stdin.end('{"jsonrpc":"2.0"}\nno line end');

    expect(await readToEnd(child)).toEqual({
      stdout: '{"jsonrpc":"2.0"}\nno line end',
      stderr: "",
      code: 0,
      signal: null,
    });
  });

  test("ends with the program's exit code", async (context) => {
    const node = pickNode(context);

    const ended = await readToEnd(openDoor(await installDoor(), node, "exit", "3"));

    expect(ended).toEqual({ stdout: "", stderr: "", code: 3, signal: null });
  });

  test.for(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "hands %s to the program, which may tidy up",
    async (signal, context) => {
      const node = pickNode(context);

      const ended = await signalWhenWaiting(openDoor(await installDoor(), node, "tidy"), signal);

      expect(ended).toEqual({ stdout: `waiting\n${signal}\n`, stderr: "", code: 7, signal: null });
    },
  );

  test("dies of the signal that ended the program", async (context) => {
    const node = pickNode(context);

    const ended = await signalWhenWaiting(openDoor(await installDoor(), node, "wait"), "SIGTERM");

    expect(ended).toMatchObject({ stderr: "", code: null, signal: "SIGTERM" });
  });
});
