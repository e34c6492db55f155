export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: string;
}

export interface Server {
  readonly name: string;
  readonly title: string;
  readonly world: string;
  readonly tools: readonly Tool[];
}

/** Reads what the running server offers. Fails with a sentence a person can act on. */
export async function fetchServers(): Promise<Server[]> {
  const response = await fetch("/tools.json", { headers: { accept: "application/json" } });
  if (response.status === 401 || response.status === 403) {
    throw new Error("This browser is not signed in. Open the address that the server printed when it started.");
  }
  if (!response.ok) throw new Error(`The server answered ${response.status} instead of its list of tools.`);
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    throw new Error("The server answered something that is not a list of tools.");
  }
  return readList(readObject(body).servers).map(readServer);
}

/** The text a client's configuration takes to reach one server. */
export function describeConnection(server: Server, origin: string): string {
  const url = `${origin}/${server.name}/mcp`;
  return JSON.stringify({ mcpServers: { [server.name]: { type: "http", url } } }, null, 2);
}

function readServer(value: unknown): Server {
  const { name, title, world, tools } = readObject(value);
  return { name: readText(name), title: readText(title), world: readText(world), tools: readList(tools).map(readTool) };
}

function readTool(value: unknown): Tool {
  const { name, title, description, effect } = readObject(value);
  return { name: readText(name), title: readText(title), description: readText(description), effect: readText(effect) };
}

function readObject(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw unexpected("an object");
}

function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw unexpected("a list");
}

function readText(value: unknown): string {
  if (typeof value === "string") return value;
  throw unexpected("a text");
}

function unexpected(kind: string): Error {
  return new Error(
    `The list of tools has not the expected shape: ${kind} is missing. This page may be older than the server.`,
  );
}
