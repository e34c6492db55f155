import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import type { InstructionEntry } from "../../../model/entry.ts";
import { spelledAs } from "../../../model/methods.ts";
import { pageOf, shrinkEntry } from "../../../model/paging.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { withUsage } from "../../../read/with-usage.ts";
import { Entry, PageInput, PageOutput } from "../shapes.ts";

/** The most specific scope that has anything to say. */
export const instructionsListScoped = defineTool({
  name: "instructions_list_scoped",
  title: "List instructions for a scope",
  description: [
    "Lists the instructions that apply to a user, a workspace or teams: the first of user, workspace, team that has any,",
    'else those for everyone. `scope` says which it was; with "all" nothing more specific exists.',
    "Case does not count. A long list is cut: go on with `offset: next_offset`. To list regardless of scope use",
    "instructions_list.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("instructions_list_scoped"),
  input: z.object({
    userId: z.string().optional(),
    workspaceId: z.string().optional(),
    teamIds: z.array(z.string()).optional(),
    ...PageInput,
  }),
  output: z.object({
    hash: z.string(),
    count: z.int(),
    scope: z.enum(["user", "workspace", "team", "all"]),
    items: z.array(Entry),
    ...PageOutput,
  }),
  async run({ userId, workspaceId, teamIds = [], ...page }, instructions: Instructions) {
    const entries = await readEntries(instructions);
    const teams = new Set(teamIds.map((id) => id.toLowerCase()));
    const user = userId?.toLowerCase();
    const workspace = workspaceId?.toLowerCase();
    const scopes: readonly ["user" | "workspace" | "team", (entry: InstructionEntry) => boolean][] = [
      ["user", (entry) => user !== undefined && entry.userId?.toLowerCase() === user],
      ["workspace", (entry) => workspace !== undefined && entry.workspaceId?.toLowerCase() === workspace],
      ["team", (entry) => entry.teamIds?.some((id) => teams.has(id.toLowerCase())) ?? false],
    ];
    const all = entries.all();
    for (const [scope, fits] of scopes) {
      const found = all.filter(fits);
      if (found.length > 0) return answer(scope, found);
    }
    return answer(
      "all",
      all.filter(({ audience }) => audience === "all"),
    );

    function answer(scope: "user" | "workspace" | "team" | "all", found: readonly InstructionEntry[]) {
      const { items, cut } = pageOf(found, page, instructions.whole, shrinkEntry);
      return { hash: entries.hash(), count: found.length, scope, items: items.map(withUsage(instructions)), ...cut };
    }
  },
});
