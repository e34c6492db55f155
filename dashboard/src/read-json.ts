/** Reads what a server said, field by field: a page that is older than its server must say so, not break. */
export function readObject(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw unexpected("an object");
}

export function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw unexpected("a list");
}

export function readText(value: unknown): string {
  if (typeof value === "string") return value;
  throw unexpected("a text");
}

/** Nothing where nothing stands. */
export function readOptional(value: unknown): string {
  return value === null || value === undefined ? "" : readText(value);
}

export function readCount(value: unknown): number {
  if (typeof value === "number") return value;
  throw unexpected("a number");
}

/** Fetches JSON. Fails with a sentence a person can act on. */
export function fetchJson(path: string): Promise<unknown> {
  return ask(path, { headers: { accept: "application/json" } });
}

/** Asks for a change. */
export function sendJson(path: string, value: unknown): Promise<unknown> {
  return ask(path, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(value),
  });
}

async function ask(path: string, how: RequestInit): Promise<unknown> {
  const response = await fetch(path, how);
  if (response.status === 401) {
    throw new Error(
      "This browser is not signed in. Open the address that the server printed when it started. It works in one browser, once: restart the server for a new one. Where people sign in by name, load this page again.",
    );
  }
  const answer: unknown = await response.json().catch(() => {
    throw new Error(`The server answered something else than JSON at ${path}.`);
  });
  if (!response.ok) throw new Error(problemIn(answer) ?? `The server answered ${response.status} instead of ${path}.`);
  return answer;
}

/** What the server says went wrong. */
function problemIn(answer: unknown): string | undefined {
  const { error } = readObject(answer);
  if (error === undefined) return undefined;
  const { message, data } = readObject(error);
  const { problem } = readObject(data ?? {});
  return typeof message !== "string" ? undefined : typeof problem === "string" ? `${message}: ${problem}` : message;
}

function unexpected(kind: string): Error {
  return new Error(
    `The server's answer has not the expected shape: ${kind} is missing. This page may be older than the server.`,
  );
}
