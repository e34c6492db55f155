import { fetchJson, readCount, readList, readObject, readOptional, readText, sendJson } from "../read-json.ts";

/** An agent, perhaps only with one user; or a person. */
export interface Subject {
  readonly agent?: string;
  readonly user?: string;
  readonly person?: string;
}

export interface PermissionRecord {
  readonly subject: Subject;
  readonly record: Record<string, unknown>;
  readonly version: number;
  readonly changedAt: string;
  readonly source: string;
}

export interface Change {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly source: string;
  /** Absent where it was taken away. */
  readonly record: Record<string, unknown> | undefined;
}

export async function fetchRecords(): Promise<PermissionRecord[]> {
  return readList(readObject(await fetchJson("/api/permissions")).records).map(readRecord);
}

export async function fetchHistory(subject: Subject): Promise<Change[]> {
  const asked = new URLSearchParams(Object.entries(subject) as [string, string][]);
  const { changes } = readObject(await fetchJson(`/api/permissions/history?${asked}`));
  return readList(changes).map((value) => {
    const { version, at, by, source, record } = readObject(value);
    return {
      version: readCount(version),
      at: readText(at),
      by: readText(by),
      source: readText(source),
      record: record === null ? undefined : readObject(record),
    };
  });
}

/** Sets a record, or takes it away; refused where somebody changed it since the version that was seen. */
export async function changeRecord(
  subject: Subject,
  record: Record<string, unknown> | null,
  version: number | null,
): Promise<void> {
  await sendJson("/api/permissions", { subject, record, version });
}

function readRecord(value: unknown): PermissionRecord {
  const { subject, record, version, changed_at, source } = readObject(value);
  const { agent, user, person } = readObject(subject);
  const named = Object.entries({ agent, user, person }).filter(([, name]) => readOptional(name) !== "");
  return {
    subject: Object.fromEntries(named) as Subject,
    record: readObject(record),
    version: readCount(version),
    changedAt: readText(changed_at),
    source: readText(source),
  };
}
