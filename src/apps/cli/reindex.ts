import { suggestion } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { counted } from "./counted.ts";
import { withKernel } from "./open.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";

/** What a shell expects of a command that Ctrl-C ended. */
const STOPPED = 130;

/** Makes the search index what log and files say. It may be stopped at any time and run again. */
export async function reindex(
  _words: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  return withKernel({ ...settings, mustExist: true }, terminal, async (kernel) => {
    const only = typeof flags.world === "string" ? flags.world : undefined;
    const names = (await kernel.worlds()).map(({ name }) => name);
    if (only !== undefined && !names.includes(only)) {
      throw new UsageError(
        `there is no world ${JSON.stringify(only)}${suggestion(only, names)} (worlds: ${names.join(", ")})`,
      );
    }
    const bar = createProgressBar(terminal);
    const report = await kernel
      .reindex({ world: only, progress: bar.show, signal: terminal.stop })
      .catch((error: unknown) => {
        if (terminal.stop.aborted) return undefined;
        throw error;
      })
      .finally(bar.end);
    if (report === undefined) {
      terminal.warn("stopped: what was put right stays so; run it again for the rest");
      return STOPPED;
    }
    const { worlds, texts, vectors, documents, pending, unreadable } = report;
    for (const { world, added, changed, removed } of worlds) {
      terminal.print(`${world}: ${added} added, ${changed} changed, ${removed} removed`);
    }
    const waiting = pending === 0 ? "" : `; ${pending} wait for their vector, which a running server makes`;
    terminal.print(
      `index: ${counted(documents, "documents")}, the words of ${counted(texts, "spaces")} written anew, ${counted(vectors, "vectors")} missing${waiting}`,
    );
    if (unreadable > 0) {
      terminal.warn(`${unreadable} stored files could not be read, so their words are left out; verify names them`);
    }
    return 0;
  });
}
