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

/** Fetches JSON. Fails with a sentence a person can act on. */
export async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path, { headers: { accept: "application/json" } });
  if (response.status === 401 || response.status === 403) {
    throw new Error("This browser is not signed in. Open the address that the server printed when it started.");
  }
  if (!response.ok) throw new Error(`The server answered ${response.status} instead of ${path}.`);
  try {
    return await response.json();
  } catch {
    throw new Error(`The server answered something else than JSON at ${path}.`);
  }
}

function unexpected(kind: string): Error {
  return new Error(
    `The server's answer has not the expected shape: ${kind} is missing. This page may be older than the server.`,
  );
}
