import type { Prompts } from "../../../../kernel/index.ts";
import type { Instructions } from "../../instructions.ts";
import type { InstructionEntry } from "../../model/entry.ts";
import { pageAfter } from "../../model/paging.ts";
import { readEntries } from "../../read/read-entries.ts";

function isInForce({ requirement, status }: InstructionEntry): boolean {
  return requirement !== "deprecated" && status !== "deprecated";
}

/** Every entry that still counts, as a prompt of its name. */
export const prompts: Prompts<Instructions> = {
  async list(instructions: Instructions, cursor: string | undefined) {
    const entries = await readEntries(instructions);
    const { page, next } = pageAfter(entries.all().filter(isInForce), cursor);
    const items = page.map(({ id, title, semanticSummary }) => ({ name: id, title, description: semanticSummary }));
    return { items, ...next };
  },
  async get(name: string, _args: Readonly<Record<string, string>>, instructions: Instructions) {
    const entry = (await readEntries(instructions)).get(name);
    if (entry === undefined || !isInForce(entry)) return undefined;
    return {
      description: entry.semanticSummary,
      messages: [{ role: "user" as const, content: { type: "text" as const, text: entry.body } }],
    };
  },
};
