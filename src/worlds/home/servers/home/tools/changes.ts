import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Home } from "../../../home.ts";
import { changesSince } from "../../../read/changes.ts";

export const changes = defineTool({
  name: "changes",
  title: "What changed",
  description: [
    "What was remembered, corrected or forgotten since a time or a token, oldest first, by whom, each with its proof.",
    "Keep token, and pass it as since the next time. truncated: there is more; call again with the token.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    since: z.string().min(1).max(100).describe("A time in ISO 8601, or the token of an earlier answer"),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({
    changes: z.array(z.object({ at: z.string(), what: z.string(), who: z.string(), proof_id: z.string().optional() })),
    token: z.string(),
    truncated: z.boolean(),
  }),
  run: ({ since, limit }, home: Home) => changesSince(home, since, limit),
});
