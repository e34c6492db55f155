import type { Kernel } from "../kernel/serve.ts";
import { suggestion } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";

/** The server of this name; a wrong name is a slip of the hand, answered with the right ones. */
export function serverNamed(kernel: Kernel, name: string): ReturnType<Kernel["server"]> {
  const names = [...kernel.registry.keys()].sort();
  if (names.includes(name)) return kernel.server(name);
  throw new UsageError(`there is no server ${name}${suggestion(name, names)} (servers: ${names.join(", ")})`);
}

/** The servers asked for, or all that are not hidden. */
export function chosenServers(kernel: Kernel, asked: readonly string[] | undefined): string[] {
  if (asked !== undefined) return asked.map((name) => serverNamed(kernel, name).server.name);
  return [...kernel.registry.values()].filter(({ server }) => !server.hidden).map(({ server }) => server.name);
}
