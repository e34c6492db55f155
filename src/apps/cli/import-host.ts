import {
  type ImportHost,
  isJsonObject,
  type Json,
  type JsonObject,
  type Kernel,
  KernelError,
  LOCAL_USER,
  SILENT_CLIENT,
} from "../../kernel/serve.ts";
import { createProgressBar } from "./progress-bar.ts";
import { RefusedCall } from "./refused-call.ts";
import type { Terminal } from "./terminal.ts";

/** What a world is given that brings something in or writes it out, and the bar that shows how far it is. */
export function createImportHost(
  kernel: Kernel,
  terminal: Terminal,
  client: string,
  options: ImportHost["options"] = {},
): { readonly host: ImportHost; end(): void } {
  const bar = createProgressBar(terminal);
  const host: ImportHost = {
    env: terminal.env,
    tenant: LOCAL_USER,
    options,
    progress: bar.show,
    print: terminal.print,
    signal: terminal.stop,
    derive: kernel.derive,
    installation: kernel.installation,
    call: createAsk(kernel, terminal, client),
  };
  return { host, end: bar.end };
}

/** Calls tools for the person at the command line. */
export function createAsk(kernel: Kernel, terminal: Terminal, client: string): ImportHost["call"] {
  return (server, tool, args) => callTool(kernel, terminal, client, server, tool, args);
}

/** One call on the same path as any client's. */
async function callTool(
  kernel: Kernel,
  terminal: Terminal,
  client: string,
  server: string,
  tool: string,
  args: JsonObject,
): Promise<JsonObject> {
  const outcome = await kernel.call({
    server,
    name: tool,
    arguments: args,
    connection: { id: client, transport: "local", client },
    client: SILENT_CLIENT,
    signal: terminal.stop,
    form: "tool",
  });
  if ("structuredContent" in outcome && outcome.isError !== true) return outcome.structuredContent as JsonObject;
  const { rpc, structuredContent } = outcome as { rpc?: Json; structuredContent?: { readonly error?: Json } };
  const error = structuredContent?.error;
  // What a tool says of a refusal is meant to be read; the envelope around it is not.
  if (isJsonObject(error) && typeof error.message === "string") {
    throw new RefusedCall(error.message, { tool, ...(error.code !== undefined && { code: error.code }) });
  }
  throw new KernelError("conflict", "A call from the command line was refused", {
    tool,
    answer: rpc ?? (structuredContent as Json | undefined) ?? null,
  });
}
