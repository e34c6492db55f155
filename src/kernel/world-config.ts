import { KernelError } from "./errors.ts";
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
  throw new KernelError("invalid_arguments", `The setting ${path} is wrong: ${issue?.message ?? "not understood"}`);
}
