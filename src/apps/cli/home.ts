import { type JsonObject, KernelError, SILENT_CLIENT } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { plain } from "../plain-text.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { briefLines, openedLines, recalledLines, rememberedLines } from "./home-lines.ts";
import { lookingOnly, withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

type Command = (words: readonly string[], settings: Settings, terminal: Terminal, flags: Flags) => Promise<number>;

const text = (value: Flags[string] | undefined): string | undefined => (typeof value === "string" ? value : undefined);

/** `bailiwick remember "…"` */
export const remember: Command = ([said = ""], settings, terminal, flags) => {
  if (settings.readOnly) throw new UsageError("remember writes; leave out --read-only");
  const args = {
    text: said,
    ...given("title", text(flags.title)),
    ...given("when", text(flags.when)),
    ...(flags["keep-secrets"] === true && { keep_secrets: true }),
  };
  return callHome("remember", args, settings, terminal, flags, rememberedLines);
};

/** `bailiwick recall "…"` */
export const recall: Command = ([question = ""], settings, terminal, flags) => {
  const k = text(flags.k);
  if (k !== undefined && !/^\d{1,2}$/.test(k)) throw new UsageError("--k is wrong: give a number from 1 to 50");
  const args = { question, ...given("as_of", text(flags["as-of"])), ...(k !== undefined && { k: Number(k) }) };
  return callHome("recall", args, lookingOnly(settings), terminal, flags, recalledLines);
};

/** `bailiwick brief` */
export const brief: Command = (_words, settings, terminal, flags) => {
  const args = { ...given("topic", text(flags.topic)), ...given("since", text(flags.since)) };
  return callHome("brief", args, lookingOnly(settings), terminal, flags, briefLines);
};

/** `bailiwick changes` */
export const changes: Command = (_words, settings, terminal, flags) => {
  const args = { since: text(flags.since) ?? new Date(terminal.env.now() - DAY_MS).toISOString() };
  return callHome("changes", args, lookingOnly(settings), terminal, flags, ({ changes: all, truncated }) => [
    ...all.map(({ at, who, what }: Record<string, string>) => `${at} ${who} ${what}`),
    ...(truncated === true ? ["…"] : []),
  ]);
};

const DAY_MS = 86_400_000;

/** `bailiwick open ID` */
export const open: Command = ([proof_id = ""], settings, terminal, flags) =>
  callHome("open", { proof_id }, lookingOnly(settings), terminal, flags, openedLines);

/** An argument by the name it was typed under. */
function typedAs(path: string, flags: Flags): string {
  const flag = path.replaceAll("_", "-");
  return Object.hasOwn(flags, flag) ? `--${flag}` : path;
}

function given(name: string, value: string | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

// biome-ignore lint/suspicious/noExplicitAny: the answer of a tool, whose schema it was checked against.
type Lines = (answer: any) => readonly string[];

/** One call of a tool of home, as any client makes it; shown in lines, or as it is for scripts. */
async function callHome(
  tool: string,
  args: JsonObject,
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
  lines: Lines,
): Promise<number> {
  return withKernel(settings, terminal, async (kernel) => {
    const outcome = await kernel.call({
      server: "home",
      name: tool,
      arguments: args,
      connection: { id: "bailiwick", transport: "local", client: "bailiwick" },
      client: SILENT_CLIENT,
      signal: terminal.stop,
      form: "tool",
    });
    const answer = ("structuredContent" in outcome ? outcome.structuredContent : undefined) as JsonObject | undefined;
    if (answer === undefined) throw new KernelError("internal", "The call was not answered");
    if (flags.json === true) {
      terminal.print(JSON.stringify(answer, undefined, 2));
      return "error" in answer ? 1 : 0;
    }
    if ("error" in answer) {
      const { code, message, details } = answer.error as {
        code: string;
        message: string;
        details: { problems?: { path: string; message: string }[] };
      };
      // Where nothing was written yet nothing is known, which is no fault: a hook may ask before anything else does.
      if (code === "storage_missing" && settings.mustExist === true) {
        terminal.print(plain(`nothing is remembered in ${settings.folder} yet; \`bailiwick remember "…"\` begins`));
        return 0;
      }
      const problems = (details.problems ?? [])
        .map((one) => (one.path === "" ? one.message : `${typedAs(one.path, flags)}: ${one.message}`))
        .join("; ");
      terminal.warn(plain(`bailiwick: ${problems || message}`));
      return code === "invalid_arguments" ? 2 : 1;
    }
    // What was stored may be anything: it must not move the cursor or colour the screen.
    for (const line of lines(answer).flatMap((one) => one.split("\n"))) terminal.print(plain(line));
    return 0;
  });
}
