import type { Event } from "../../../kernel/index.ts";
import type { Answer, Home } from "../home.ts";
import { nameIn } from "../model/name.ts";
import { proofId } from "../model/proof-id.ts";
import { tokensOf, tokensOfAnswer } from "../model/tokens.ts";
import { changeOf, changesSince } from "./changes.ts";
import { openProof } from "./open-proof.ts";
import { recall } from "./recall.ts";

export interface BriefItem {
  readonly text: string;
  readonly proof_id?: string;
}
interface Section {
  readonly title: string;
  readonly items: readonly BriefItem[];
}

export interface BriefInput {
  readonly topic?: string | undefined;
  readonly since?: string | undefined;
  readonly token_budget: number;
}

const INSTRUCTIONS_MAX = 8;
const TASKS_READ = 200;
const TASKS_MAX = 10;
const CHANGES_MAX = 10;
const CHANGES_READ = 300;
const ENTRIES_AT_ONCE = 20;
/** What is far behind the best is about something else. */
const TOPIC_SHARE_MIN = 0.1;
const REMEMBERED_MAX = 5;
const SPOKEN_OF_MAX = 8;
const LINE_CHARS_MAX = 200;
const DONE = /^(done|completed?|closed|cancell?ed|resolved|archived)$/i;

/** What an agent should know when it starts: the same for the same state. */
export async function brief(home: Home, input: BriefInput) {
  const sections = [
    ...(input.topic === undefined ? [] : [await onTopic(home, input.topic)]),
    await instructionsInForce(home),
    await openTasks(home),
    await changed(home, input.since),
    await rememberedLast(home),
    await spokenOf(home),
  ].filter(({ items }) => items.length > 0);
  return fitted(sections, input.token_budget);
}

async function onTopic(home: Home, topic: string): Promise<Section> {
  const asked = { question: topic, k: 5, token_budget: 5000, from: ["memory"] as const };
  const { evidence, no_evidence } = await recall(home, asked);
  const least = (evidence[0]?.score ?? 0) * TOPIC_SHARE_MIN;
  const near = no_evidence === undefined ? evidence.filter(({ score }) => score >= least) : [];
  return {
    title: "On the topic",
    items: near.map(({ quote, proof_id, fact }) => ({
      // A value alone, such as a number, says nothing.
      text: fact?.value === quote ? `${quoted(fact.name)}, ${quoted(fact.field)}: ${quoted(quote)}` : quoted(quote),
      proof_id,
    })),
  };
}

async function instructionsInForce(home: Home): Promise<Section> {
  const listed = await home.ask("instructions", "instructions_list", {});
  const items: Answer[] = "refused" in listed ? [] : listed.value.items;
  const inForce = items
    .filter(({ requirement, status }) => requirement !== "deprecated" && status !== "deprecated")
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1));
  return {
    title: "Instructions that apply",
    items: inForce.slice(0, INSTRUCTIONS_MAX).map(({ id, title, body }) => ({
      text: quoted(title),
      proof_id: proofId({ of: "instruction", id, start: 0, quote: body }),
    })),
  };
}

/** What must be done comes before what may be; within that, the lower number. */
function rankOf({ requirement, priority }: Answer): number {
  const order = ["mandatory", "critical", "recommended", "optional"].indexOf(requirement);
  return (order === -1 ? 4 : order) * 1000 + (priority ?? 50);
}

async function openTasks(home: Home): Promise<Section> {
  const { entities }: Answer = await home.truth("retrieve_entities", { entity_type: "task", limit: TASKS_READ });
  const open = entities
    .filter(({ snapshot }: Answer) => !DONE.test(String(snapshot?.status ?? "")))
    .map((entity: Answer) => ({ ...entity, due: String(entity.snapshot?.due_date ?? "") }))
    .sort((a: Answer, b: Answer) => byDue(a.due, b.due) || (a.id < b.id ? -1 : 1));
  const items: BriefItem[] = [];
  for (const { id, canonical_name, due } of open.slice(0, TASKS_MAX)) {
    const text = due === "" ? quoted(canonical_name) : `${quoted(canonical_name)}, due ${due.slice(0, 10)}`;
    items.push({ text, ...(await proofOfEntity(home, id)) });
  }
  return { title: "Open tasks", items };
}

/** What is due first comes first; what has no date comes last. */
function byDue(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "" || b === "") return a === "" ? 1 : -1;
  return a < b ? -1 : 1;
}

/** Where an entity's name, or else its first field, comes from. */
async function proofOfEntity(home: Home, entity_id: string): Promise<{ proof_id?: string }> {
  const shown: Answer = await home.truth("retrieve_entity_snapshot", { entity_id });
  const provenance: Record<string, string> = shown.provenance ?? {};
  const field = ["title", "name", "full_name"].find((one) => one in provenance) ?? Object.keys(provenance).sort()[0];
  if (field === undefined) return {};
  const [observation_id = ""] = (provenance[field] ?? "").split(",");
  return { proof_id: proofId({ of: "fact", entity_id, observation_id, field }) };
}

/** What changed since a time, or since this agent last wrote: what it did itself it knows. */
async function changed(home: Home, since: string | undefined): Promise<Section> {
  const { journal } = home.scope;
  const title = "Changed since";
  if (since !== undefined) {
    const { changes } = await changesSince(home, since, CHANGES_READ);
    return { title, items: changes.slice(-CHANGES_MAX).reverse().map(lineOf) };
  }
  const last = await journal.lastBy(home.scope.caller.actor, Number.MAX_SAFE_INTEGER);
  const items: BriefItem[] = [];
  for await (const event of newestFirst(home)) {
    if (items.length === CHANGES_MAX || event.seq <= (last?.seq ?? 0)) break;
    const change = changeOf(event);
    if (change !== undefined) items.push(lineOf(change));
  }
  return { title: "Changed since you last wrote", items };
}

/** The last entries, as few of them as are looked at: one may hold a whole conversation. */
async function* newestFirst({ scope: { journal } }: Home): AsyncGenerator<Event> {
  const head = await journal.head();
  const end = Math.max(0, head - CHANGES_READ);
  for (let upTo = head; upTo > end; upTo -= ENTRIES_AT_ONCE) {
    const from = Math.max(end, upTo - ENTRIES_AT_ONCE);
    yield* (await journal.after(from, upTo - from)).reverse();
  }
}

function lineOf({ at, what, who, proof_id }: { at: string; what: string; who: string; proof_id?: string }): BriefItem {
  return { text: `${at.slice(0, 16).replace("T", " ")} ${who} ${what}`, ...(proof_id !== undefined && { proof_id }) };
}

/** What was said last, in its own words: also what this agent kept itself, of which its next session knows nothing. */
async function rememberedLast(home: Home): Promise<Section> {
  const items: BriefItem[] = [];
  for await (const event of newestFirst(home)) {
    if (items.length === REMEMBERED_MAX) break;
    const proof_id = saidIn(event) ? changeOf(event)?.proof_id : undefined;
    if (proof_id === undefined) continue;
    const { quote, source } = await openProof(home, proof_id, 0);
    if (quote === null) continue;
    const title = source.title === null ? "" : `${quoted(source.title)}: `;
    items.push({ text: `${source.when?.slice(0, 10) ?? ""} ${title}${quoted(quote)}`.trim(), proof_id });
  }
  return { title: "Remembered last", items };
}

/** Whether an entry brought a text or a conversation: files and facts show elsewhere. */
function saidIn({ kind, payload }: Event): boolean {
  const { source } = (payload ?? {}) as Answer;
  return kind === "source.stored" && (source?.provenance?.said === true || source?.provenance?.turns !== undefined);
}

/** Who and what was spoken of most among the last statements. */
async function spokenOf(home: Home): Promise<Section> {
  const { changes }: Answer = await home.truth("list_recent_changes", { limit: CHANGES_READ });
  const counts = new Map<string, number>();
  for (const { entity_id, change } of changes) {
    if (change === "store" || change === "correction") counts.set(entity_id, (counts.get(entity_id) ?? 0) + 1);
  }
  const most = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const items: BriefItem[] = [];
  for (const [entity_id, count] of most) {
    if (items.length === SPOKEN_OF_MAX) break;
    const shown = await home.ask("truth", "retrieve_entity_snapshot", { entity_id });
    if ("refused" in shown) continue;
    const { snapshot, entity_type } = shown.value;
    const text = `${quoted(nameIn(snapshot, entity_type))} (${entity_type}), ${count} ${count === 1 ? "time" : "times"}`;
    items.push({ text, ...(await proofOfEntity(home, entity_id)) });
  }
  return { title: "Spoken of most", items };
}

/** Stored words are shown as what they are: a quote on one line. */
function quoted(text: string): string {
  // A quotation mark inside would end the quote for whoever reads it.
  const line = text.replace(/[“”]/g, '"').replace(/\s+/g, " ").trim();
  return `“${line.length > LINE_CHARS_MAX ? `${line.slice(0, LINE_CHARS_MAX).toWellFormed()}…` : line}”`;
}

/** As many lines as the budget holds, section by section. */
function fitted(sections: readonly Section[], budget: number) {
  const kept: { title: string; items: BriefItem[] }[] = [];
  const answer = () => {
    const text = textOf(kept);
    return { text, sections: kept, tokens: tokensOf(text) };
  };
  for (const { title, items } of sections) {
    const section: { title: string; items: BriefItem[] } = { title, items: [] };
    kept.push(section);
    for (const item of items) {
      section.items.push(item);
      if (tokensOfAnswer(answer()) <= budget) continue;
      section.items.pop();
      break;
    }
    if (section.items.length === 0) kept.pop();
  }
  return answer();
}

function textOf(sections: readonly Section[]): string {
  if (sections.length === 0) return "";
  return sections
    .map(({ title, items }) => [`${title}:`, ...items.map(({ text }) => `- ${text}`)].join("\n"))
    .join("\n\n");
}
