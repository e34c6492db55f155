import type { Sql } from "../../sql.ts";
import { terms } from "../rank/index.ts";
import { deleteRows } from "../store/document-store.ts";
import type { Engine } from "../store/engine.ts";
import { changeSpace, openSpace, type SpaceChange } from "../store/space-store.ts";
import {
  correctVersion,
  forgetVectors,
  insertVersions,
  nextStep,
  type Place,
  turnsAfter,
  type VersionRow,
} from "../store/version-store.ts";
import type { Tally } from "../store/write-index.ts";

/** What is to be done to the documents of some ids. */
interface Plan {
  readonly missing: VersionRow[];
  readonly wrong: { readonly row: VersionRow; readonly to: VersionRow }[];
  readonly surplus: VersionRow[];
}

/**
 * Makes some documents of a space what they are in the expected index, past versions too, and answers with the last id
 * that was looked at; undefined at the end. A document whose text is right keeps its vector.
 */
export async function reconcileStep(
  engine: Engine,
  sql: Sql,
  expected: Sql,
  place: Place,
  after: string | undefined,
  tally: Tally,
): Promise<string | undefined> {
  const { wanted, found, last } = await nextStep(sql, expected, place, after);
  const plan = planFor(wanted, found);
  if (plan.missing.length + plan.wrong.length + plan.surplus.length > 0)
    await carryOut(engine, sql, place, plan, tally);
  return last;
}

function planFor(wanted: readonly VersionRow[], found: readonly VersionRow[]): Plan {
  const plan: Plan = { missing: [], wrong: [], surplus: [] };
  const left = Map.groupBy(found, ({ id }) => id);
  for (const to of wanted) {
    const rows = left.get(to.id) ?? [];
    const like = rows.filter((row) => hasSameWords(row, to));
    const row = like.find(({ since }) => since === to.since) ?? like[0];
    if (row === undefined) {
      plan.missing.push(to);
      continue;
    }
    rows.splice(rows.indexOf(row), 1);
    if (!isSame(row, to)) plan.wrong.push({ row, to });
  }
  for (const rows of left.values()) plan.surplus.push(...rows);
  return plan;
}

/** What the words and the vector of a document are made of. */
function hasSameWords(one: VersionRow, other: VersionRow): boolean {
  return (
    one.text === other.text &&
    one.unit === other.unit &&
    one.group_id === other.group_id &&
    one.position === other.position
  );
}

function isSame(one: VersionRow, other: VersionRow): boolean {
  return (
    one.speaker === other.speaker &&
    one.at === other.at &&
    one.filters === other.filters &&
    one.terms === other.terms &&
    one.since === other.since &&
    one.until === other.until
  );
}

async function carryOut(engine: Engine, sql: Sql, place: Place, plan: Plan, tally: Tally): Promise<void> {
  const { row: space, isNew } = await openSpace(sql, place.tenant_id, place.space);
  if (isNew) await engine.text.prepareSpace(sql, space);
  const { missing, wrong, surplus } = plan;
  const change: SpaceChange = { documents: 0, terms: 0, past: 0, pending: 0 };
  const gone = surplus.map(({ key }) => key).sort((a, b) => a - b);
  await engine.vectors.remove(sql, space, gone);
  await deleteRows(sql, space, gone);
  const leaning = await turnsAfter(
    sql,
    place,
    surplus.filter(({ unit }) => unit === "turn"),
  );
  await engine.vectors.remove(sql, space, leaning);
  await forgetVectors(sql, place, leaning);
  change.pending += leaning.length;
  const keys = await insertVersions(sql, place, missing);
  for (const { row, to } of wrong) await correctVersion(sql, place, row.key, to);
  for (const row of [...surplus, ...wrong.map(({ row }) => row)]) count(change, row, -1);
  for (const row of missing) count(change, { ...row, vector_model: null }, 1);
  for (const { row, to } of wrong) count(change, { ...to, vector_model: row.vector_model }, 1);
  await changeSpace(sql, space, change);
  // Words come last and by rising keys, as in every write.
  // What the index holds of a document that is wrong need not be the words of its text.
  await engine.text.remove(
    sql,
    space,
    gone.map((key) => ({ key })),
  );
  await engine.text.add(
    sql,
    space,
    missing.map(({ text }, index) => ({ key: keys[index] ?? 0, found: terms(text) })),
  );
  const missingIds = new Set(missing.map(({ id }) => id));
  const replaced = surplus.filter(({ id }) => missingIds.has(id)).length;
  tally.added += Math.max(0, missing.length - replaced);
  tally.changed += wrong.length + replaced;
  tally.removed += surplus.length - replaced;
}

function count(change: SpaceChange, row: VersionRow, by: 1 | -1): void {
  if (row.vector_model === null) change.pending += by;
  if (row.until !== null) {
    change.past += by;
    return;
  }
  change.documents += by;
  change.terms += by * row.terms;
}
