import { fetchJson, readList, readObject, readText } from "./read-json.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: string;
}

export interface Server {
  readonly name: string;
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly about: string;
  readonly world: string;
  readonly tools: readonly Tool[];
}

/** What the running server offers, and where clients reach it: undefined where they are connected over pipes. */
export interface Offer {
  readonly servers: readonly Server[];
  readonly endpoint: string | undefined;
}

/** Reads what the running server offers. */
export async function fetchOffer(): Promise<Offer> {
  const { servers, mcpUrl = location.origin } = readObject(await fetchJson("/tools.json"));
  return {
    servers: readList(servers).map(readServer),
    endpoint: mcpUrl === null ? undefined : readText(mcpUrl),
  };
}

/** The text a client's configuration takes to reach one server. */
export function describeConnection(server: Server, endpoint: string): string {
  const url = `${endpoint}/${server.name}/mcp`;
  return JSON.stringify({ mcpServers: { [server.name]: { type: "http", url } } }, null, 2);
}

function readServer(value: unknown): Server {
  const { name, title, about, world, tools } = readObject(value);
  return {
    name: readText(name),
    title: readText(title),
    about: readText(about),
    world: readText(world),
    tools: readList(tools).map(readTool),
  };
}

function readTool(value: unknown): Tool {
  const { name, title, description, effect } = readObject(value);
  return { name: readText(name), title: readText(title), description: readText(description), effect: readText(effect) };
}
