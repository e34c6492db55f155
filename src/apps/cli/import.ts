import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { type ImportHost, type Kernel, suggestion } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { WORLDS } from "../worlds.ts";
import { counted } from "./counted.ts";
import { createImportHost } from "./import-host.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

type Carry = (path: string, host: ImportHost) => Promise<string>;

/** Brings files into the world that takes their kind. */
export function importFiles(words: readonly string[], settings: Settings, terminal: Terminal, flags: Flags) {
  if (settings.readOnly) throw new UsageError("import writes; leave out --read-only");
  const [kind = ""] = words;
  const declared = WORLDS.find(({ imports = [] }) => imports.includes(kind));
  if (declared !== undefined) refuseForeignFlags(kind, declared.name, flags);
  keepHeapSmall();
  return carry("import", words, settings, terminal, flags, async (kernel) => {
    const worlds = await kernel.worlds();
    const found = worlds.find(({ importers }) => Object.hasOwn(importers, kind));
    if (found !== undefined) refuseForeignFlags(kind, found.name, flags);
    return worlds.flatMap(({ importers }) => Object.entries(importers));
  });
}

/**
 * One large file after another leaves much behind that nobody needs, and V8 would let it pile up to several times what is
 * in use: half a gigabyte for files of a few hundred kilobytes.
 */
function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=30");
}

/** Writes out what a world knows, in the format of the kind. */
export function exportFiles(words: readonly string[], settings: Settings, terminal: Terminal, flags: Flags) {
  return carry("export", words, { ...settings, mustExist: true }, terminal, flags, async (kernel) =>
    (await kernel.worlds()).flatMap((world) => Object.entries(world.exporters)),
  );
}

/** The flags of each kind are those of its world: one of another kind would do nothing. */
function refuseForeignFlags(kind: string, world: string, flags: Flags): void {
  const own = Object.keys(WORLDS.find(({ name }) => name === world)?.importFlags ?? {});
  const all = new Set(WORLDS.flatMap(({ importFlags = {} }) => Object.keys(importFlags)));
  const foreign = Object.keys(flags).find((flag) => all.has(flag) && !own.includes(flag));
  if (foreign === undefined) return;
  const said = own.length === 0 ? "it takes none of its own" : `it takes ${own.map((flag) => `--${flag}`).join(", ")}`;
  throw new UsageError(`--${foreign} is no flag of import ${kind}; ${said}`);
}

async function carry(
  command: "import" | "export",
  [kind, path]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
  carriersOf: (kernel: Kernel) => Promise<readonly (readonly [string, Carry])[]>,
): Promise<number> {
  return withKernel(settings, terminal, async (kernel) => {
    const carriers = new Map(await carriersOf(kernel));
    const found = carriers.get(kind ?? "");
    if (found === undefined || path === undefined) {
      const kinds = [...carriers.keys()].sort();
      const near = kind === undefined || found !== undefined ? "" : suggestion(kind, kinds);
      throw new UsageError(
        `usage: bailiwick ${command} KIND PATH${near} (kinds: ${kinds.join(", ") || "none in this build"})`,
      );
    }
    // What is written out must be there, and what is brought in needs a place, also where only files are looked at.
    await kernel.parts.database();
    const options = Object.fromEntries(Object.entries(flags).map(([flag, value]) => [flag, String(value)]));
    const { host, end } = createImportHost(kernel, terminal, command, options);
    const done = await found(resolve(terminal.workingFolder, path), host);
    end();
    terminal.print(done);
    if (command === "import") await tellOfMeaning(kernel, terminal);
    return terminal.stop.aborted ? 1 : 0;
  });
}

const WHO_MAKES = "a running server makes it so, or `bailiwick status --wait`";
/** Fewer take no time worth a measurement, which would have to load the model. */
const MEASURED_FROM = 200;
/** So many texts are tried to see how fast this machine understands. */
const TRIED_TEXTS = 8;
const TRIED_TEXT = "A text of the usual length, such as one might stand in any note that somebody wrote in a hurry.";

/** Words can be found at once; meaning takes time, and how much is measured here and now. */
async function tellOfMeaning(kernel: Kernel, terminal: Terminal): Promise<void> {
  const { waiting, noModel } = (await kernel.status()).search;
  if (waiting === 0 || terminal.stop.aborted) return;
  if (noModel !== undefined) {
    terminal.warn(`found by words now; not by meaning: ${noModel}`);
    return;
  }
  if (waiting < MEASURED_FROM) {
    terminal.warn(
      `found by words now; ${waiting} ${waiting === 1 ? "text waits" : "texts wait"} to be found by meaning: ${WHO_MAKES}`,
    );
    return;
  }
  const texts = Array.from({ length: TRIED_TEXTS }, (_, index) => `${TRIED_TEXT} ${index}`);
  await kernel.parts.embed([TRIED_TEXT], terminal.stop);
  const startedMs = terminal.env.monotonicMs();
  await kernel.parts.embed(texts, terminal.stop);
  const seconds = ((terminal.env.monotonicMs() - startedMs) / TRIED_TEXTS / 1000) * waiting;
  const about = seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} minutes`;
  terminal.warn(`found by words now; ${counted(waiting, "texts")} by meaning after about ${about}: ${WHO_MAKES}`);
}
