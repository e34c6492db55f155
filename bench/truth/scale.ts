import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createRandom } from "../search/corpus.ts";
import { nameOf, rowAt, statedAt, typeOf } from "./firms.ts";
import { fillProduct, openProduct, type Product } from "./product.ts";
import { type Cost, createMeter, type Meter } from "./quantiles.ts";

const OBSERVATIONS_EACH = 10;
const ROUNDS = 100;
const IN_A_ROW = 3;
/** What was asked first also paid for what is kept afterwards: statements, pages, compiled code. */
const WARM_UP = 10;

export const OPERATIONS = [
  "store",
  "point read",
  "filtered page",
  "3-hop neighbourhood",
  "name search",
  "search",
  "filter and sort by fields",
  "what is due next",
  "page as of a moment",
  "search for a code",
  "potential duplicates",
  "identify by domain",
] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface Level {
  readonly entities: number;
  readonly observations: number;
  readonly rowsPerSecond: number;
  readonly edgesPerSecond: number;
  readonly costs: Readonly<Record<Operation, Cost>>;
}

export interface ScaleResult {
  readonly small: Level;
  readonly large: Level;
  /** One row of the same bytes and one flush, by SQLite alone. */
  readonly bareInsert: Cost;
}

interface Filled {
  readonly product: Product;
  readonly entities: number;
  readonly rowsPerSecond: number;
  readonly edgesPerSecond: number;
}

/** Two products of different size, asked in turns, so that what disturbs the machine disturbs both. */
export async function measureScale(
  folder: string,
  sizes: { readonly small: number; readonly large: number },
  progress: (line: string) => void,
): Promise<ScaleResult> {
  const filled: Filled[] = [];
  for (const entities of [sizes.small, sizes.large]) {
    const product = openProduct(join(folder, `scale-${entities}`), false);
    filled.push({ product, entities, ...(await fillProduct(product, entities, OBSERVATIONS_EACH, progress)) });
  }
  const bare = openBare(join(folder, "bare.db"));
  const meters = new Map<string, Meter>();
  const meter = (name: string): Meter => {
    const found = meters.get(name) ?? createMeter(ownCpuMs);
    meters.set(name, found);
    return found;
  };
  progress("asking both in turns");
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    if (round === WARM_UP) meters.clear();
    for (let turn = 0; turn < IN_A_ROW; turn += 1) {
      const bytes = JSON.stringify(rowAt(2_000_000 + round * IN_A_ROW + turn, 0));
      await meter("bare").time(async () => bare.insert(bytes));
    }
    for (const { product, entities } of round % 2 === 0 ? filled : filled.toReversed()) {
      for (const operation of OPERATIONS) {
        // Several in a row: what only the first read after a write pays is seen in p95.
        for (let turn = 0; turn < IN_A_ROW; turn += 1) {
          await meter(`${entities} ${operation}`).time(() =>
            ASK[operation](product, entities, round * IN_A_ROW + turn),
          );
        }
      }
    }
  }
  bare.close();
  const levels = filled.map(({ entities, rowsPerSecond, edgesPerSecond }): Level => {
    const costs = Object.fromEntries(OPERATIONS.map((name) => [name, meter(`${entities} ${name}`).cost()]));
    const observations = entities * OBSERVATIONS_EACH;
    return { entities, observations, rowsPerSecond, edgesPerSecond, costs: costs as Level["costs"] };
  });
  for (const { product } of filled) await product.close();
  const [small, large] = levels as [Level, Level];
  return { small, large, bareInsert: meter("bare").cost() };
}

/** Where entity number `round` of a random walk stands among so many. */
function anyOf(entities: number, round: number): number {
  const random = createRandom(round * 2 + 1);
  random();
  return Math.floor(random() * entities);
}

const ASK: Readonly<Record<Operation, (product: Product, entities: number, round: number) => Promise<unknown>>> = {
  store: (product, _, round) =>
    product.call("store_structured", {
      idempotency_key: `round ${round}`,
      entities: [rowAt(2_000_000 + round, 0)],
    }),
  "point read": (product, entities, round) =>
    product.call("retrieve_entity_snapshot", { entity_id: product.ids[anyOf(entities, round)] }),
  "filtered page": (product, entities, round) =>
    product.call("retrieve_entities", { entity_type: typeOf(anyOf(entities, round)), limit: 50, offset: round % 100 }),
  "3-hop neighbourhood": (product, entities, round) =>
    product.call("retrieve_related_entities", { entity_id: product.ids[anyOf(entities, round)], max_hops: 3 }),
  "name search": (product, entities, round) => {
    const index = anyOf(entities, round);
    return product.call("retrieve_entities", { entity_type: typeOf(index), search: nameOf(index), limit: 10 });
  },
  search: (product, entities, round) => {
    const { notes, description } = rowAt(anyOf(entities, round), OBSERVATIONS_EACH - 1);
    return product.call("search", {
      query: String(notes ?? description)
        .split(" ")
        .slice(0, 3)
        .join(" "),
      limit: 10,
    });
  },
  "filter and sort by fields": (product, _, round) =>
    product.call("retrieve_entities", {
      entity_type: "invoice",
      where: [
        { field: "currency", op: "=", value: "EUR" },
        { field: "date_due", op: ">=", value: `2024-0${1 + (round % 9)}-01` },
      ],
      sort: "date_due",
      limit: 50,
    }),
  "what is due next": (product, _, round) =>
    product.call("list_timeline_events", { order: "asc", after_date: `2025-0${1 + (round % 9)}-01`, limit: 50 }),
  "page as of a moment": (product, entities, round) =>
    product.call("retrieve_entities", {
      entity_type: typeOf(anyOf(entities, round)),
      at: statedAt(OBSERVATIONS_EACH / 2),
      limit: 50,
    }),
  "search for a code": (product, entities, round) =>
    product.call("search", { query: nameOf(anyOf(entities, round)).split(" ").at(-1) ?? "", limit: 10 }),
  "potential duplicates": (product) => product.call("list_potential_duplicates", { limit: 50 }),
  "identify by domain": (product, entities, round) =>
    product.call("identify_entity", { domain: `n${anyOf(entities, round).toString(36)}.example.com` }),
};

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function openBare(file: string): { insert(bytes: string): void; close(): void } {
  const db = new Sqlite(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("create table statement (id integer primary key, body text not null)");
  const insert = db.prepare("insert into statement (body) values (?)");
  return { insert: (bytes) => void insert.run(bytes), close: () => db.close() };
}
