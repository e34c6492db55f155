import { z } from "zod";
import { type Json, KernelError, PERMISSIONS, type Permissions, type Subject } from "../../kernel/serve.ts";
import { readJson } from "./read-body.ts";
import type { Wish } from "./wish.ts";

const Of = z.union([
  z.strictObject({ person: z.string() }),
  z.strictObject({ agent: z.string(), user: z.string().optional() }),
]);
const Change = z.strictObject({
  subject: Of,
  /** The whole record; null takes it away. */
  record: z.record(z.string(), z.unknown()).nullable(),
  /** What the person saw before they changed it; null where there was none. */
  version: z.int().nullable(),
});

/** `GET /api/permissions`: every record. `GET …/history`: of one. `POST`: a record as the operator wants it. */
export async function answerPermissions(wish: Wish): Promise<Json> {
  const { kernel, person, request, rest } = wish;
  if (!person.isOperator) throw new KernelError("forbidden", "Only an operator may see and change permissions");
  const book = kernel.governance.permissions;
  if (request.method === "POST" && rest === "") return change(wish);
  if (request.method === "GET" && rest === "") {
    return { permissions: [...PERMISSIONS], records: (await book.list()).map(shown) };
  }
  if (request.method !== "GET" || rest !== "history") {
    throw new KernelError("not_found", "There is nothing at this path");
  }
  const changes = await book.history(subjectIn(wish.url.searchParams));
  return {
    changes: changes.reverse().map(({ version, at, by, source, record }) => ({
      version,
      at: new Date(at).toISOString(),
      by,
      source,
      record: (record ?? null) as Json,
    })),
  };
}

async function change({ kernel, person, request }: Wish): Promise<Json> {
  const { subject, record, version } = await readJson(request, Change);
  const book = kernel.governance.permissions;
  const by = { user: person.name, source: "dashboard" } as const;
  if (record !== null) return shown(await book.set(subject, record, by, version));
  if (!(await book.remove(subject, by, version))) throw new KernelError("not_found", "Nothing is said of them");
  return { removed: true };
}

function subjectIn(query: URLSearchParams): Subject {
  const [person, agent, user] = ["person", "agent", "user"].map((name) => query.get(name) ?? undefined);
  if (person !== undefined) return { person };
  if (agent === undefined) throw new KernelError("invalid_arguments", "Name an agent or a person");
  return user === undefined ? { agent } : { agent, user };
}

function shown({ subject, record, version, changedAt, source }: Permissions): Json {
  return {
    subject: { ...subject } as Json,
    record: record as Json,
    version,
    changed_at: new Date(changedAt).toISOString(),
    source,
  };
}
