import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { UsageError } from "../src/apps/usage-error.ts";
import { suggestion } from "../src/kernel/nearest.ts";
import type { Bench } from "./kit/bench.ts";

const FLAGS = {
  json: { type: "boolean" },
  corpus: { type: "string" },
  ablations: { type: "boolean" },
  "no-model": { type: "boolean" },
  through: { type: "string" },
} as const;
/** What stands behind the flags that take a value. */
const NEEDS: Readonly<Record<string, string>> = { corpus: "a folder", through: "the name of a world" };
const RESULTS = new URL("results/", import.meta.url);

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`bench: ${error.message}\n`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { name, json, ...options } = readArguments(process.argv.slice(2));
  const bench = await find(name);
  const progress = (line: string) => process.stderr.write(`… ${line}\n`);
  // What is measured is the built product.
  if (!existsSync(new URL("../dist/main.js", import.meta.url))) {
    progress("building");
    await import("../scripts/build.ts");
  }
  const result = await bench.run({ ...options, progress });
  const text = `${JSON.stringify(result, undefined, 2)}\n`;
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(new URL(`${bench.name}.json`, RESULTS), text);
  process.stdout.write(json ? text : `${bench.print(result).join("\n")}\n`);
}

interface Arguments {
  readonly name: string | undefined;
  readonly json: boolean;
  readonly corpus: string | undefined;
  readonly ablations: boolean;
  readonly noModel: boolean;
  readonly through: string | undefined;
}

function readArguments(args: readonly string[]): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: FLAGS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    if (!(token.name in FLAGS)) {
      throw new UsageError(`unknown flag ${token.rawName}${suggestion(token.name, Object.keys(FLAGS))}`);
    }
    const needs = NEEDS[token.name];
    if ((needs !== undefined) !== (typeof token.value === "string")) {
      throw new UsageError(`${token.rawName} ${needs === undefined ? "takes no value" : `needs ${needs}`}`);
    }
  }
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  if (positionals.length > 1) throw new UsageError(`one bench at a time; ${positionals[1]} is one word too many`);
  return {
    name: positionals[0],
    json: values.json ?? false,
    corpus: values.corpus,
    ablations: values.ablations ?? false,
    noModel: values["no-model"] ?? false,
    through: values.through,
  };
}

async function find(name: string | undefined): Promise<Bench<unknown>> {
  const benches = await allBenches();
  const found = benches.find((bench) => bench.name === name);
  if (found !== undefined) return found;
  const problem =
    name === undefined
      ? "name the bench to run"
      : `there is no bench ${name}${suggestion(
          name,
          benches.map((bench) => bench.name),
        )}`;
  const lines = benches.map((bench) => `  ${bench.name}  ${bench.summary}`);
  throw new UsageError(
    [
      problem,
      "usage: npm run bench -- NAME [--json] [--corpus DIR] [--ablations] [--no-model] [--through WORLD]",
      ...lines,
    ].join("\n"),
  );
}

async function allBenches(): Promise<Bench<unknown>[]> {
  const files = readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".ts") && file !== "run.ts");
  const modules = await Promise.all(files.sort().map((file) => import(new URL(file, import.meta.url).href)));
  return modules.flatMap((loaded: { bench?: Bench<unknown> }) => (loaded.bench === undefined ? [] : [loaded.bench]));
}
