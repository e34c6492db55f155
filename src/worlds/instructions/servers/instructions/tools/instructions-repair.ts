import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { recordChanges } from "../../../model/changes.ts";
import { fileOf } from "../../../model/names.ts";
import { bodyHash } from "../../../model/normalise.ts";
import { firstOf, PageInput, PageOutput } from "../../../model/paging.ts";
import { rewriteFile } from "../../../model/rewrite.ts";
import { diffOf } from "../../../read/diff.ts";
import { Entry, Known, spelledAs } from "../shapes.ts";

const IDS_CHARS_MAX = 40_000;

/** Accepts bodies as they are, or tells a client what it lacks. */
export const instructionsRepair = defineTool({
  name: "instructions_repair",
  title: "Repair hashes",
  description: [
    "Writes the right sourceHash into every file whose stored one does not fit its body, and names those entries. Look at",
    "integrity_verify first: a wrong hash may be a tampered body, and repairing accepts it. Needs mutation to be enabled.",
    "With `clientHash` or `known` it repairs nothing and answers like instructions_diff, which also works read-only.",
  ].join("\n"),
  effect: "write",
  idempotent: true,
  ...spelledAs("instructions_repair"),
  input: z.object({ clientHash: z.string().optional(), known: Known, ...PageInput }),
  output: z.object({
    repaired: z.int().optional(),
    updated: z.array(z.union([z.string(), Entry])).optional(),
    hash: z.string().optional(),
    upToDate: z.literal(true).optional(),
    added: z.array(Entry).optional(),
    removed: z.array(z.string()).optional(),
    changed: z.array(Entry).optional(),
    ...PageOutput,
  }),
  async run({ clientHash, known, ...page }, deps: Instructions) {
    const entries = await deps.beginWrite();
    if (clientHash !== undefined || known !== undefined) return diffOf(entries, { clientHash, known }, page, deps);
    const changes = entries.all().flatMap(({ id, body, sourceHash }) => {
      const after = bodyHash(body);
      return after === sourceHash ? [] : [{ id, before: sourceHash, after }];
    });
    await recordChanges(deps.scope, changes);
    await deps.write(
      changes.map(({ id }) => rewriteFile(fileOf(id), ({ body }) => ({ sourceHash: bodyHash(body.trim()) }))),
    );
    const ids = changes.map(({ id }) => id);
    const updated = firstOf(ids, deps.whole, IDS_CHARS_MAX);
    return { repaired: ids.length, updated, ...(updated.length < ids.length && { truncated: true }) };
  },
});
