import type { Settings } from "../settings.ts";
import { lookingOnly, withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Rebuilds every projection from the log and compares. */
export async function replay(_words: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  const { events, live, rebuilt, wrong } = await withKernel(lookingOnly(settings), terminal, (kernel) =>
    kernel.replay((done) => terminal.warn(`replayed ${done} events`)),
  );
  for (const [world, root] of Object.entries(rebuilt.worlds)) {
    const same = live.worlds[world] === root;
    terminal.print(`${world}: ${root}${same ? "" : ` differs from the live ${live.worlds[world]}`}`);
  }
  terminal.print(`state root: ${rebuilt.root}`);
  if (rebuilt.root === live.root && wrong === undefined) return 0;
  if (wrong !== undefined) terminal.warn(`bad ${wrong.what}: ${wrong.reason}`);
  if (rebuilt.root === live.root) return 1;
  terminal.warn(
    `the live state root is ${live.root}: the projections do not follow from the ${events} events of the log`,
  );
  return 1;
}
