import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Puts the tables of a database on the workers of its cluster. Run again after workers were added, it changes nothing. */
export async function cluster(words: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  const [action] = words;
  if (action !== "init") throw new UsageError(`there is no action ${JSON.stringify(action)} (actions: init)`);
  return withKernel(settings, terminal, async (kernel) => {
    const { distributed, referenced, standing, workers } = await kernel.distribute();
    terminal.print(
      `${distributed.length} tables distributed by tenant over ${workers} ${workers === 1 ? "worker" : "workers"}, ${referenced.length} copied to every server, ${standing} in their places already`,
    );
    terminal.print("every server of the cluster takes calls now: give a process the address of any of them");
    return 0;
  });
}
