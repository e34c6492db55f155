import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Truth } from "../../../truth.ts";

export const getAuthenticatedUser = defineTool({
  name: "get_authenticated_user",
  title: "Who am I",
  description: [
    "Tells the user_id that every other tool works for.",
    "Use it to log or to check which account is connected; no tool needs the id to be passed.",
  ].join("\n"),
  effect: "read",
  input: z.object({}),
  output: z.object({ user_id: z.string(), authenticated: z.boolean() }),
  run: (_input, { userId }: Truth) => ({ user_id: userId, authenticated: true }),
});
