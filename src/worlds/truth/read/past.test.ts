import { expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { type Answer, openTestTruth, type TestTruth } from "../../../../test/kit/truth.ts";
import { EVERY_TENANT } from "../../../kernel/installation.ts";

/** What the test itself remembers of each statement, to work every past out anew without the product's help. */
interface Said {
  readonly entity: string;
  readonly title: string;
  readonly status: string | null;
  readonly observed: number;
  readonly accepted: number;
}

interface Link {
  readonly from: string;
  readonly to: string;
  readonly since: number;
  until: number;
}

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);

/** A deterministic stream of numbers. */
function createDice(start: number): (sides: number) => number {
  let state = start;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** Plays a little history: statements whose times are in any order, deletions, merges and their undoing. */
async function play(truth: TestTruth, run: number) {
  const dice = createDice(run);
  const said: Said[] = [];
  const links: Link[] = [];
  const ids = new Map<string, string>();
  const accepted = (): number => truth.parts.env.now();
  for (let step = 0; step < 40; step += 1) {
    const title = `Task ${dice(5)}`;
    const kind = dice(10);
    const id = ids.get(title);
    const mergedAway = links.some(({ from, until }) => from === id && until === Number.POSITIVE_INFINITY);
    if (kind < 7 || id === undefined || mergedAway) {
      const observed = START + dice(30) * DAY + step;
      const status = ["open", "waiting", "done"][dice(3)] ?? "open";
      const [entity] = (
        await truth.ask("store_structured", {
          idempotency_key: `s${step}`,
          entities: [{ entity_type: "task", title, status, step }],
          provenance: { extracted_at: new Date(observed).toISOString(), extractor_version: "1" },
        })
      ).entities;
      ids.set(title, ids.get(title) ?? (await ruleOf(truth, entity.observation_id)));
      said.push({ entity: ids.get(title) ?? "", title, status, observed, accepted: accepted() });
    } else if (kind === 7) {
      const other = [...ids.values()].filter((one) => one !== id)[dice(Math.max(1, ids.size - 1))];
      const taken = links.some(({ from, until }) => from === other && until === Number.POSITIVE_INFINITY);
      if (other === undefined || taken) continue;
      const merged = await truth.ask("merge_entities", { from_entity_id: id, to_entity_id: other });
      if (merged.error === undefined) {
        links.push({ from: id, to: other, since: Date.parse(merged.merged_at), until: Number.POSITIVE_INFINITY });
      }
    } else {
      const open = links.filter(({ until }) => until === Number.POSITIVE_INFINITY);
      const link = open[dice(Math.max(1, open.length))];
      if (link === undefined) continue;
      await truth.ask("unmerge_entities", { from_entity_id: link.from });
      link.until = accepted();
    }
  }
  return { said, links, ids: [...ids.values()] };
}

async function ruleOf(truth: TestTruth, observationId: string): Promise<string> {
  const database = await truth.parts.database();
  return database.read(EVERY_TENANT, async (sql) => {
    const { query } = await import("../../../kernel/index.ts");
    const row = await sql.first<{ rule_id: string }>(
      query`select rule_id from truth_observation where id = ${observationId}`,
    );
    return row?.rule_id ?? "";
  });
}

type Played = Awaited<ReturnType<typeof play>>;

/** The status every entity had, by the plain rule: the newest statement that counted for it then. */
function naively({ said, links, ids }: Played, at: number, ingested: number): Record<string, Answer> {
  const resolve = (id: string): string => {
    const link = links.find(({ from, since, until }) => from === id && since <= ingested && until > ingested);
    return link === undefined ? id : resolve(link.to);
  };
  const found: Record<string, Answer> = {};
  for (const id of ids) {
    const own = said.filter(
      ({ entity, observed, accepted }) => resolve(entity) === id && observed <= at && accepted <= ingested,
    );
    const newest = own.toSorted((a, b) => b.observed - a.observed)[0];
    if (newest !== undefined) found[id] = { status: newest.status, title: newest.title, count: own.length };
  }
  return found;
}

async function asked(truth: TestTruth, ids: readonly string[], cut: Record<string, string>) {
  const found: Record<string, Answer> = {};
  for (const id of ids) {
    const {
      error,
      entity_id,
      snapshot,
      observation_count: count,
    } = await truth.ask("retrieve_entity_snapshot", {
      entity_id: id,
      ...cut,
    });
    if (error === undefined && entity_id === id) found[id] = { ...statusOf(snapshot), count };
  }
  return found;
}

const statusOf = ({ status, title }: { status: string; title: string }) => ({ status, title });

test.each(ENGINES.flatMap((engine) => [1, 2, 3].map((run) => ({ engine, run }))))(
  "answers every past as a plain recomputation does ($engine, $run)",
  async ({ engine, run }) => {
    const truth = await openTestTruth({ engine });
    const played = await play(truth, run);
    expect(played.links.length).toBeGreaterThan(0);
    const moments = [played.said[4], played.said[12], played.said[20]].map((one) => one?.accepted ?? 0);
    const cuts = [
      { at: START + 10 * DAY },
      { at: START + 25 * DAY },
      ...moments.map((ingested) => ({ ingested })),
      ...moments.map((ingested) => ({ at: START + 15 * DAY, ingested })),
    ] as { at?: number; ingested?: number }[];
    for (const { at, ingested } of cuts) {
      const cut = {
        ...(at !== undefined && { at: new Date(at).toISOString() }),
        ...(ingested !== undefined && { at_ingested: new Date(ingested).toISOString() }),
      };
      const expected = naively(played, at ?? Number.POSITIVE_INFINITY, ingested ?? Number.MAX_SAFE_INTEGER);
      expect(await asked(truth, played.ids, cut)).toEqual(expected);
      const list = await truth.ask("retrieve_entities", cut);
      expect(list.total).toBe(Object.keys(expected).length);
      expect(
        Object.fromEntries(
          list.entities.map(({ id, snapshot, observation_count: count }: Answer) => [
            id,
            { ...statusOf(snapshot), count },
          ]),
        ),
      ).toEqual(expected);
      const found = await truth.ask("retrieve_entities", { ...cut, search: "waiting" });
      const waiting = Object.entries(expected).filter(([, { status }]) => status === "waiting");
      expect(found.entities.map(({ id }: Answer) => id).sort()).toEqual(waiting.map(([id]) => id).sort());
    }
  },
);

test.each(ENGINES)("knows what was deleted and restored when, and what a split took away (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const first = await truth.ask("store_structured", {
    idempotency_key: "a",
    entities: [{ entity_type: "person", name: "Sam Lee", role: "baker" }],
  });
  const second = await truth.ask("store_structured", {
    idempotency_key: "b",
    entities: [{ entity_type: "person", name: "Sam Lee", country: "DE" }],
  });
  const entity_id = first.entities[0].entity_id;
  const before = new Date(truth.parts.env.now()).toISOString();
  const whole = await truth.ask("retrieve_entity_snapshot", { entity_id });
  await truth.ask("split_entity", { entity_id, observation_ids: [second.entities[0].observation_id] });
  const between = new Date(truth.parts.env.now()).toISOString();
  await truth.ask("delete_entity", { entity_id });
  const deleted = new Date(truth.parts.env.now()).toISOString();
  await truth.ask("restore_entity", { entity_id });

  const snapshotAt = async (at_ingested: string) => {
    const { error, snapshot } = await truth.ask("retrieve_entity_snapshot", { entity_id, at_ingested });
    return error?.code ?? snapshot;
  };
  expect(await snapshotAt(before)).toEqual(whole.snapshot);
  expect(await snapshotAt(between)).toEqual({ name: "Sam Lee", role: "baker" });
  expect(await snapshotAt(deleted)).toBe("ENTITY_NOT_FOUND");
  expect((await truth.ask("retrieve_entity_snapshot", { entity_id })).snapshot).toEqual({
    name: "Sam Lee",
    role: "baker",
  });
  const totals = [before, between, deleted].map(async (at_ingested) => {
    const { total, entities } = await truth.ask("retrieve_entities", { at_ingested, include_snapshots: false });
    expect(entities).toHaveLength(total);
    return total;
  });
  expect(await Promise.all(totals)).toEqual([1, 2, 1]);
});
