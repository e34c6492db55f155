import type { VersionRow } from "../store/version-store.ts";

/** What a document that is not as it should be is told by. */
export interface WrongDocument {
  readonly id: string;
  readonly kind: string;
  readonly reason: string;
}

/** Columns that follow, and what they are called. The key and the vector's model are the index's own affair. */
const COLUMNS = {
  text: "text",
  unit: "unit",
  group_id: "group",
  position: "position",
  speaker: "speaker",
  at: "time",
  filters: "filters",
  since: "since",
  until: "until",
  terms: "count of words",
} as const satisfies Partial<Record<keyof VersionRow, string>>;

type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

/** An earlier build noted when it indexed a document, a moment after the entry that made it. */
const MOMENT_MS = 1000;

/**
 * What of some documents, all versions of each, is not what it should be. Those from before `exactSince` may be off by a
 * moment.
 */
export function* wrongVersions(
  found: readonly VersionRow[],
  wanted: readonly VersionRow[],
  exactSince = 0,
): Generator<WrongDocument> {
  const isSame = (column: Column, one: VersionRow, other: VersionRow) =>
    one[column] === other[column] || isClose(column, one, other, exactSince);
  const left = Map.groupBy(found, ({ id }) => id);
  const missing: VersionRow[] = [];
  for (const row of wanted) {
    const rows = left.get(row.id) ?? [];
    const same = rows.findIndex((other) => NAMES.every((column) => isSame(column, other, row)));
    if (same < 0) missing.push(row);
    else rows.splice(same, 1);
  }
  for (const row of missing) yield wrongOrMissing(row, left.get(row.id) ?? [], isSame);
  for (const [id, rows] of left) {
    for (const { until } of rows)
      yield { id, kind: "surplus", reason: `the log does not say it${until === null ? "" : ", of the past"}` };
  }
}

function isClose(column: Column, one: VersionRow, other: VersionRow, exactSince: number): boolean {
  if (column !== "since" && column !== "until") return false;
  const [a, b] = [one[column], other[column]];
  return a !== null && b !== null && Math.max(a, b) < exactSince && Math.abs(a - b) <= MOMENT_MS;
}

/** Takes from the rows the one that is meant. */
function wrongOrMissing(
  row: VersionRow,
  rows: VersionRow[],
  isSame: (column: Column, one: VersionRow, other: VersionRow) => boolean,
): WrongDocument {
  const differing = (other: VersionRow) => NAMES.filter((column) => !isSame(column, other, row));
  const [nearest] = rows.toSorted((a, b) => differing(a).length - differing(b).length);
  if (nearest === undefined) {
    const version = row.until === null ? "" : " in one of its past versions";
    return { id: row.id, kind: "missing", reason: `it is missing${version}, and the log says it` };
  }
  rows.splice(rows.indexOf(nearest), 1);
  const [column = "text"] = differing(nearest);
  const whose = row.until === null ? "its" : "in a past version, its";
  return { id: row.id, kind: column, reason: `${whose} ${COLUMNS[column]} is not what the log says` };
}
