import { z } from "zod";
import { type BoundServer, bindServer, type RunningWorld } from "../../src/kernel/call/index.ts";
import { defineServer, defineTool } from "../../src/kernel/index.ts";
import { type Spread, spreadOf } from "../kit/statistics.ts";

const TOOLS = 40;
const LOOKUPS = 200_000;
const ROUNDS = 9;

/** Nanoseconds to find a tool by another of its names. */
export function measureAlias(): Spread {
  const tools = Array.from({ length: TOOLS }, (_, index) =>
    defineTool({
      name: `tool_number_${index}`,
      title: "",
      description: "",
      effect: "read",
      input: z.object({}),
      output: z.object({}),
      aliases: [`tools/numberedAs/${index}`],
      run: () => ({}),
    }),
  );
  const server = defineServer({ name: "aliased", title: "", instructions: "", tools });
  const bound = bindServer({} as RunningWorld, server);
  return spreadOf(Array.from({ length: ROUNDS }, () => timeLookups(bound)).slice(2));
}

function timeLookups({ tools }: BoundServer): number {
  // Names as a message brings them: new strings whose hash nobody has worked out yet.
  const names = JSON.parse(
    JSON.stringify(Array.from({ length: LOOKUPS }, (_, index) => `tools/numberedAs/${index % TOOLS}`)),
  ) as string[];
  let found = 0;
  const started = process.hrtime.bigint();
  for (const name of names) if (tools.get(name) !== undefined) found += 1;
  const nanoseconds = Number(process.hrtime.bigint() - started);
  if (found !== LOOKUPS) throw new Error("an alias was not found");
  return nanoseconds / LOOKUPS;
}
