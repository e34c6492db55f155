import { z } from "zod";
import { KernelError } from "./errors.ts";
import { issueWords } from "./issue-words.ts";
import { suggestion } from "./nearest.ts";
import type { World } from "./world.ts";

/** Checks what the configuration says to a world. A world without settings refuses any. */
export function readWorldConfig({ name, config }: World, raw: unknown): unknown {
  if (config === undefined) {
    if (raw === undefined) return {};
    throw new KernelError("invalid_arguments", `The setting ${name} has no keys of its own`);
  }
  const parsed = config.safeParse(raw ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = [name, ...(issue?.path.map(String) ?? [])].join(".");
  const meant = issue?.code === "unrecognized_keys" ? suggestion(issue.keys[0] ?? "", keysAt(config, issue.path)) : "";
  throw new KernelError("invalid_arguments", `The setting ${path} is wrong: ${issueWords(issue)}${meant}`);
}

/** The keys that may stand at a place of the configuration; none where that depends on what else is said there. */
function keysAt(config: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: z.core.JSONSchema.BaseSchema | undefined = z.toJSONSchema(config, { io: "input", unrepresentable: "any" });
  for (const key of path) {
    const inner: z.core.JSONSchema._JSONSchema | undefined = at?.properties?.[String(key)];
    at = typeof inner === "object" ? inner : undefined;
  }
  return Object.keys(at?.properties ?? {});
}
