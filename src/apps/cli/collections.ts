import { suggestion } from "../../kernel/serve.ts";
import { plain } from "../plain-text.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { counted } from "./counted.ts";
import { createAsk, createImportHost } from "./import-host.ts";
import { lookingOnly, withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

const ACTIONS = ["list", "remove"];

/** Shows collections of notebooks, and takes one out. */
export async function collections(
  [action = "list", id]: readonly string[],
  settings: Settings,
  terminal: Terminal,
): Promise<number> {
  if (!ACTIONS.includes(action)) throw new UsageError(`collections cannot ${action}${suggestion(action, ACTIONS)}`);
  return action === "list" ? list(settings, terminal) : remove(id, settings, terminal);
}

interface Collection {
  readonly collection_id: string;
  readonly title: string;
  readonly notebook_count: number;
}

function list(settings: Settings, terminal: Terminal): Promise<number> {
  return withKernel(lookingOnly(settings), terminal, async (kernel) => {
    const ask = createAsk(kernel, terminal, "collections");
    const answer = (await ask("notebook", "list_collections", {})) as unknown as { collections: Collection[] };
    for (const { collection_id, title, notebook_count } of answer.collections) {
      terminal.print(`${plain(collection_id)}\t${counted(notebook_count, "notebooks")}\t${plain(title)}`);
    }
    if (answer.collections.length === 0) terminal.print("no collections; `bailiwick import notebook PATH` makes one");
    return 0;
  });
}

function remove(id: string | undefined, settings: Settings, terminal: Terminal): Promise<number> {
  if (id === undefined) throw new UsageError("usage: bailiwick collections remove ID");
  if (settings.readOnly) throw new UsageError("collections remove writes; leave out --read-only");
  return withKernel({ ...settings, mustExist: true }, terminal, async (kernel) => {
    const removers = (await kernel.worlds()).flatMap(({ removers: own }) => Object.entries(own));
    const carry = new Map(removers).get("collection");
    if (carry === undefined) throw new UsageError("no world of this build has collections");
    const { host, end } = createImportHost(kernel, terminal, "collections");
    terminal.print(await carry(id, host).finally(end));
    return 0;
  });
}
