import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { byCodeUnit } from "../../../model/names.ts";
import { diffOf } from "../../../read/diff.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { Entry, Known, PageInput, PageOutput } from "../shapes.ts";

const CHECKSUMS_MAX = 400;

/** What a client that has an older state lacks. */
export const instructionsDiff = defineTool({
  name: "instructions_diff",
  title: "Sync instructions",
  description: [
    "Tells what changed since a state you have: give `clientHash` (the hash of that state) and `known` (id and",
    "sourceHash of each entry). `upToDate: true` means nothing did. Without `known` the whole catalog comes as `changed`.",
    "For a catalog too large to send `known` at once, ask with `checksums: true` and page by `after`: that gives only",
    "ids and hashes, and you fetch what differs with instructions_export. A long answer goes on with `offset`.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("instructions_diff"),
  input: z.object({
    clientHash: z.string().optional(),
    known: Known,
    checksums: z.boolean().optional().describe("Answer with pairs of id and sourceHash only"),
    after: z.string().optional().describe("With checksums: go on after this id"),
    ...PageInput,
  }),
  output: z.object({
    hash: z.string(),
    upToDate: z.literal(true).optional(),
    added: z.array(Entry).optional(),
    updated: z.array(Entry).optional(),
    removed: z.array(z.string()).optional(),
    changed: z.array(Entry).optional(),
    checksums: z.array(z.array(z.string())).optional().describe("[id, sourceHash], by id"),
    next: z.string().optional().describe("Pass as `after` for the next checksums"),
    ...PageOutput,
  }),
  async run({ clientHash, known, checksums, after, ...page }, instructions: Instructions) {
    const entries = await readEntries(instructions);
    if (checksums !== true) return diffOf(instructions, entries, { clientHash, known }, page);
    const rest = entries.all().filter(({ id }) => after === undefined || byCodeUnit(id, after) > 0);
    const most = instructions.whole ? rest.length : CHECKSUMS_MAX;
    const taken = rest.slice(0, Math.min(page.limit ?? most, most));
    const last = taken.at(-1);
    return {
      hash: entries.hash(),
      checksums: taken.map(({ id, sourceHash }) => [id, sourceHash]),
      ...(last !== undefined && taken.length < rest.length && { next: last.id }),
    };
  },
});
