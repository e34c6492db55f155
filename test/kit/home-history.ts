import { expect } from "vitest";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Answer = any;

/** One of several who share a memory. */
export interface Agent {
  ask(tool: string, args?: Record<string, unknown>): Promise<Answer>;
}

interface Statement {
  readonly person: number;
  readonly value: string;
  readonly kind: "fact" | "correction";
  readonly memory_id?: string;
  /** Forgotten: it must never be seen again. */
  gone: boolean;
}

const PEOPLE = 6;
const WHY = { reasoning: "the test says so" };
const email = (person: number) => `person${person}@example.org`;
const name = (person: number) => `Quill${"abcdefgh"[person]}son`;

/** A generator of numbers that are the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Remembers, corrects and forgets at random through agents that share one folder, and looks now and then whether what
 * is recalled is what must be known. `root` is the state root, `pause` lets the clock move on.
 */
export async function liveThrough(
  agents: readonly Agent[],
  steps: number,
  seed: number,
  { root, pause }: { root(): Promise<string>; pause(): Promise<string> },
): Promise<void> {
  const random = randomOf(seed);
  const said: Statement[] = [];
  const texts = new Map<string, { word: string; gone: boolean }>();
  const entities = new Map<number, string>();
  const moments: { at: string; person: number; known: Statement; named: Statement[] }[] = [];

  const live = (person: number) => said.filter((one) => one.person === person && !one.gone);
  const current = (person: number) =>
    live(person).findLast(({ kind }) => kind === "correction") ?? live(person).findLast(() => true);
  const agentOf = (n: number) => agents[n % agents.length] as Agent;

  async function rememberFact(agent: Agent, n: number): Promise<void> {
    const person = random(PEOPLE);
    const value = `Town${n}x`;
    const facts = [{ entity_type: "person", name: name(person), email: email(person), city: value }];
    const kept = await agent.ask("remember", { facts });
    entities.set(person, kept.understood[0].entity_id);
    said.push({ person, value, kind: "fact", memory_id: kept.memory_id, gone: false });
  }

  async function correct(agent: Agent, n: number): Promise<void> {
    const person = random(PEOPLE);
    if (live(person).every(({ kind }) => kind === "correction")) return rememberFact(agent, n);
    const value = `Right${n}x`;
    await agent.ask("correct", { entity_id: entities.get(person), field: "city", value, ...WHY });
    said.push({ person, value, kind: "correction", gone: false });
  }

  async function rememberText(agent: Agent, n: number): Promise<void> {
    const word = `codeword${n}x`;
    const { memory_id } = await agent.ask("remember", { text: `The secret of vault ${n} is ${word}.` });
    texts.set(memory_id, { word, gone: false });
  }

  async function forget(agent: Agent): Promise<void> {
    const facts = said.filter(({ memory_id, gone }) => memory_id !== undefined && !gone);
    // A person of whom only corrections are left is another question.
    const spare = facts.filter(({ person }) => facts.filter((one) => one.person === person).length > 1);
    const pick = spare[random(Math.max(1, spare.length))];
    if (pick !== undefined && random(2) === 0) {
      await agent.ask("forget", { memory_id: pick.memory_id, ...WHY });
      pick.gone = true;
      return;
    }
    const kept = [...texts].filter(([, { gone }]) => !gone);
    const [memory_id, text] = kept[random(Math.max(1, kept.length))] ?? [];
    if (memory_id === undefined || text === undefined) return;
    await agent.ask("forget", { memory_id, ...WHY });
    text.gone = true;
  }

  /** Does something and takes it back: all is as it was. */
  async function undo(agent: Agent, n: number): Promise<void> {
    const before = await root();
    const kind = random(3);
    if (kind === 0) await agent.ask("remember", { text: `To be undone ${n}.` });
    else if (kind === 1 && entities.size > 0) {
      const [entity_id] = [...entities.values()].slice(-1);
      await agent.ask("correct", { entity_id, field: "city", value: `Undone${n}x`, ...WHY });
    } else {
      const kept = [...texts].find(([, { gone }]) => !gone);
      if (kept === undefined) return;
      await agent.ask("forget", { memory_id: kept[0], ...WHY });
    }
    await agent.ask("undo");
    expect(await root()).toBe(before);
  }

  async function look(agent: Agent): Promise<void> {
    const person = random(PEOPLE);
    const known = current(person);
    const answer = await agent.ask("recall", {
      question: `In which city does ${name(person)} live?`,
      from: ["memory"],
    });
    const told = JSON.stringify(answer);
    for (const one of said.filter((other) => other.person === person && other.value !== known?.value)) {
      expect(told).not.toContain(one.value);
    }
    if (known !== undefined) expect(told).toContain(known.value);
    for (const { word, gone } of [...texts.values()].filter((one) => one.gone).slice(-3)) {
      const found = await agent.ask("recall", { question: `Which secret is ${word}?`, from: ["memory"] });
      expect([gone, JSON.stringify(found.evidence).includes(word)]).toEqual([true, false]);
    }
    const moment = moments[random(Math.max(1, moments.length))];
    // By its name a person is found for as long as something that names it stands.
    if (moment === undefined || moment.known.gone || moment.named.every(({ gone }) => gone)) return;
    const then = await agent.ask("recall", {
      question: `In which city does ${name(moment.person)} live?`,
      as_of: moment.at,
      from: ["memory"],
    });
    expect(JSON.stringify(then)).toContain(moment.known.value);
  }

  for (let n = 0; n < steps; n += 1) {
    const agent = agentOf(n);
    const dice = random(20);
    if (dice < 8) await rememberFact(agent, n);
    else if (dice < 11) await correct(agent, n);
    else if (dice < 15) await rememberText(agent, n);
    else if (dice < 18) await forget(agent);
    else await undo(agent, n);
    const at = await pause();
    const person = random(PEOPLE);
    const known = current(person);
    const named = live(person).filter(({ kind }) => kind === "fact");
    if (known !== undefined && dice < 15) moments.push({ at, person, known, named });
    if (n % 4 === 0) await look(agentOf(n + 1));
  }
}
