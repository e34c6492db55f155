import { type JsonObject, type Kernel, SILENT_CLIENT } from "../../kernel/serve.ts";
import type { HttpCaller } from "../../kernel/transports/http/index.ts";

const PAGE_PATH = /^\/api\/([a-z0-9_-]+)\.json$/;

/** What a world reports to the page of people; undefined where no served world has a page of this name. */
export async function reportFor(
  kernel: Kernel,
  servers: readonly string[],
  { pathname, searchParams }: Pick<URL, "pathname" | "searchParams">,
  caller: HttpCaller,
): Promise<JsonObject | undefined> {
  const name = PAGE_PATH.exec(pathname)?.[1];
  if (name === undefined) return undefined;
  for (const server of servers) {
    const page = (await kernel.server(server)).world.pages[name];
    if (page?.server !== server) continue;
    return page.report((tool, args) => ask(kernel, caller, server, tool, args), kernel.parts.env.now(), searchParams);
  }
  return undefined;
}

async function ask(
  kernel: Kernel,
  { user, connection, holder }: HttpCaller,
  server: string,
  name: string,
  args: JsonObject,
): Promise<JsonObject> {
  const outcome = await kernel.call({
    server,
    name,
    arguments: args,
    connection: {
      id: connection,
      transport: "http",
      client: "dashboard",
      holder,
      stateless: true,
      ...(user !== undefined && { user }),
    },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    // Whole answers: the page has room for them.
    form: "method",
  });
  const { rpc, structuredContent } = outcome as { rpc?: { message: string }; structuredContent?: JsonObject };
  return rpc === undefined ? (structuredContent ?? {}) : { error: rpc.message };
}
