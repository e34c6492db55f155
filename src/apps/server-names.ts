import { type Kernel, suggestion } from "../kernel/serve.ts";
import { UsageError } from "./usage-error.ts";

/** Refuses the name of no server: a slip of the hand, answered with the right ones. */
export function requireServer(kernel: Kernel, name: string): string {
  if (kernel.registry.names.has(name)) return name;
  const names = shownServers(kernel).sort();
  throw new UsageError(`there is no server ${name}${suggestion(name, names)} (servers: ${names.join(", ")})`);
}

/** The servers asked for, or all that are not hidden. */
export function chosenServers(kernel: Kernel, asked: readonly string[] | undefined): string[] {
  if (asked !== undefined) return asked.map((name) => requireServer(kernel, name));
  return shownServers(kernel);
}

function shownServers(kernel: Kernel): string[] {
  return [...kernel.registry.names].filter(([, world]) => world.hidden !== true).map(([name]) => name);
}
