import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DOOR, ROOT } from "../kit/server-process.ts";
import { madePeople, memoryEntityOf, type Person, plainQuestions, rowOf } from "./people.ts";
import { type Cost, createMeter } from "./quantiles.ts";
import { openSession, type Session } from "./session.ts";

const OFFICIAL = `${ROOT}node_modules/@modelcontextprotocol/server-memory/dist/index.js`;
const BATCH = 1000;
/** Calls of one kind to one server in a row: what only the first after a pause pays is seen in p95. */
const IN_A_ROW = 10;
const ROUNDS = 10;
/** Unmeasured rounds before: a server that has just started has not compiled what it runs. */
const WARM_UP = 25;
const FIGURE_ROUNDS = 60;
const BATCHES_OF_100 = 8;

/** The time of one call as a client sees it, and of the server's processor. */
export interface BesideMemory {
  readonly entities: number;
  readonly create: { readonly ours: Cost; readonly official: Cost };
  readonly search: { readonly ours: Cost; readonly official: Cost };
  readonly questions: { readonly asked: number; readonly ours: number; readonly official: number };
  /** What the figures of the public origin are held against. */
  readonly figures: {
    readonly store: Cost;
    readonly storeHundred: Cost;
    readonly searchByName: Cost;
    readonly snapshot: Cost;
    readonly timeline: Cost;
    readonly memoryMiB: number;
  };
}

/** Both servers over stdio with the same people, some calls to the one and as many to the other in turns. */
export async function measureBesideMemory(folder: string, entities: number): Promise<BesideMemory> {
  const place = join(folder, `beside-${entities}`);
  await mkdir(place, { recursive: true });
  const people = madePeople(entities);
  const ours = await openOurs(place);
  const official = await openOfficial(place, people);
  try {
    await fill(ours, people);
    const meters = () => ({ ours: createMeter(ours.cpuMs), official: createMeter(official.cpuMs) });
    let [create, search] = [meters(), meters()];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      if (round === WARM_UP) [create, search] = [meters(), meters()];
      const newcomers = madePeople(IN_A_ROW, entities + round * IN_A_ROW);
      const known = newcomers.map((_, index) => people[((round * IN_A_ROW + index) * 37) % people.length] as Person);
      for (const person of newcomers) {
        await create.official.time(() => official.call("create_entities", { entities: [memoryEntityOf(person)] }));
      }
      for (const [index, person] of newcomers.entries()) {
        await create.ours.time(() => store(ours, `one ${round} ${index}`, [person]));
      }
      for (const { name } of known) await search.official.time(() => official.call("search_nodes", { query: name }));
      for (const { name } of known) await search.ours.time(() => searchByName(ours, name));
    }
    return {
      entities,
      create: { ours: create.ours.cost(), official: create.official.cost() },
      search: { ours: search.ours.cost(), official: search.official.cost() },
      questions: await askInPlainWords(ours, official, people),
      figures: await measureFigures(ours, people),
    };
  } finally {
    await ours.close();
    await official.close();
    await rm(place, { recursive: true, force: true });
  }
}

async function openOurs(place: string): Promise<Session> {
  const config = join(place, "bailiwick.config.json");
  // Without vectors: they follow in the background for minutes, and whatever is measured meanwhile is their noise.
  const settings = {
    embedder: { provider: "none" },
    limits: { store_per_minute: 0, retrieve_entities_per_minute: 0 },
  };
  await writeFile(config, JSON.stringify(settings));
  return openSession([DOOR, "mcp", "truth", "--data", join(place, "data"), "--config", config]);
}

async function openOfficial(place: string, people: readonly Person[]): Promise<Session> {
  const file = join(place, "memory.jsonl");
  // Its own file format: it rewrites the whole of it with every write, so that filling it by calls would take hours.
  const lines = people.map((person) => JSON.stringify({ type: "entity", ...memoryEntityOf(person) }));
  await writeFile(file, lines.join("\n"));
  return openSession([OFFICIAL], { MEMORY_FILE_PATH: file });
}

async function fill(session: Session, people: readonly Person[]): Promise<void> {
  for (let from = 0; from < people.length; from += BATCH) {
    await store(session, `fill ${from}`, people.slice(from, from + BATCH));
  }
}

function store(session: Session, key: string, people: readonly Person[]) {
  return session.call("store_structured", { idempotency_key: key, entities: people.map(rowOf) });
}

function searchByName(session: Session, name: string) {
  return session.call("retrieve_entities", { entity_type: "person", search: name, limit: 10 });
}

/** How many questions bring someone right among the first five. */
async function askInPlainWords(ours: Session, official: Session, people: readonly Person[]) {
  const questions = plainQuestions(people);
  const counts = { asked: questions.length, ours: 0, official: 0 };
  for (const { text, isRight } of questions) {
    const found = await ours.call("retrieve_entities", { search: text, limit: 5 });
    const nodes = await official.call("search_nodes", { query: text });
    const names = (found.entities as { canonical_name: string; snapshot: { name: string } }[]).map(
      ({ snapshot }) => snapshot.name,
    );
    if (names.some(isRight)) counts.ours += 1;
    if ((nodes.entities as { name: string }[]).slice(0, 5).some(({ name }) => isRight(name))) counts.official += 1;
  }
  return counts;
}

async function measureFigures(session: Session, people: readonly Person[]): Promise<BesideMemory["figures"]> {
  const meter = () => createMeter(session.cpuMs);
  const [one, hundred, byName, snapshot, timeline] = [meter(), meter(), meter(), meter(), meter()] as const;
  const newcomers = madePeople(FIGURE_ROUNDS + BATCHES_OF_100 * 100, 3 * people.length);
  for (let round = 0; round < FIGURE_ROUNDS; round += 1) {
    const known = people[(round * 53) % people.length] as Person;
    await one.time(() => store(session, `figure ${round}`, newcomers.slice(round, round + 1)));
    await byName.time(() => searchByName(session, known.name));
    const { entities } = await searchByName(session, known.name);
    const [found] = entities as { id: string }[];
    if (found === undefined) throw new Error(`${known.name} was not found`);
    await snapshot.time(() => session.call("retrieve_entity_snapshot", { entity_id: found.id }));
    await timeline.time(() => session.call("list_timeline_events", { limit: 50 }));
  }
  for (let batch = 0; batch < BATCHES_OF_100; batch += 1) {
    const from = FIGURE_ROUNDS + batch * 100;
    await hundred.time(() => store(session, `hundred ${batch}`, newcomers.slice(from, from + 100)));
  }
  return {
    store: one.cost(),
    storeHundred: hundred.cost(),
    searchByName: byName.cost(),
    snapshot: snapshot.cost(),
    timeline: timeline.cost(),
    memoryMiB: session.memoryMiB(),
  };
}
