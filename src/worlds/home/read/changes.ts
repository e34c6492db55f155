import type { Event } from "../../../kernel/index.ts";
import type { Answer, Home } from "../home.ts";
import { Time, wrong } from "../model/inputs.ts";
import { proofId } from "../model/proof-id.ts";

export interface Change {
  readonly at: string;
  readonly what: string;
  readonly who: string;
  readonly proof_id?: string;
}

const TOKEN = /^log-(\d{1,15})$/;
const PAGE = 500;

/** What was recorded since a time or a token, oldest first, and the token to go on from. */
export async function changesSince(home: Home, since: string, limit: number) {
  const { journal } = home.scope;
  const head = await journal.head();
  let after = await placeOf(home, since, head);
  const changes: Change[] = [];
  while (after < head && changes.length < limit) {
    for (const event of await journal.after(after, PAGE)) {
      if (changes.length === limit) break;
      after = event.seq;
      const change = changeOf(event);
      if (change !== undefined) changes.push(change);
    }
  }
  return { changes, token: tokenAt(after), truncated: after < head };
}

function tokenAt(seq: number): string {
  return `log-${seq}`;
}

/** The place in the log before the first entry that is wanted. */
async function placeOf({ scope }: Home, since: string, head: number): Promise<number> {
  const [, seq] = TOKEN.exec(since) ?? [];
  if (seq !== undefined) {
    if (Number(seq) > head) throw wrong("since", "is a token of another data folder");
    return Number(seq);
  }
  if (!Time.safeParse(since).success)
    throw wrong("since", "must be a time in ISO 8601, or a token that changes answered");
  const time = Date.parse(since);
  // Entries stand in the order of their times.
  let [low, high] = [0, head];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const event = await scope.journal.at(middle);
    if (event !== undefined && event.at < time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What an entry says in our own words: stored text stays behind its proof. */
export function changeOf(event: Event): Change | undefined {
  const what = whatOf(event);
  if (what === undefined) return undefined;
  const proof_id = proofOf(event);
  return {
    at: new Date(event.at).toISOString(),
    what,
    who: event.actor.agent ?? event.actor.client ?? event.actor.user,
    ...(proof_id !== undefined && { proof_id }),
  };
}

function whatOf({ kind, payload, server, tool, erased_by }: Event): string | undefined {
  const said = (payload ?? {}) as Answer;
  const type = said.observations?.[0]?.entity_type;
  switch (kind) {
    case "refused":
    case "request.answered":
      return undefined;
    case "source.stored":
      return erased_by === undefined ? `remembered ${contentOf(said)}` : "remembered something that was erased since";
    case "field.corrected":
      return `corrected a field of ${oneOf(type)}`;
    case "entity.deleted":
      return `forgot ${oneOf(type)}`;
    case "entity.restored":
      return `brought ${oneOf(type)} back`;
    case "source.withdrawn":
      return UNDOES.test(said.reason ?? "") ? "undid a change" : "forgot a memory";
    case "source.readmitted":
      return "brought a forgotten memory back";
    case "entities.merged":
      return "joined two entities into one";
    case "entities.unmerged":
      return "took a joining of two entities back";
    case "relationship.stated":
      return "connected two entities";
    default:
      return `${server}: ${tool.replaceAll("_", " ")}`;
  }
}

function oneOf(type = "thing"): string {
  return `${/^[aeiou]/i.test(type) ? "an" : "a"} ${type.replaceAll("_", " ")}`;
}

const UNDOES = /^undo /;

function contentOf({ source, observations = [] }: Answer): string {
  const turns = source?.provenance?.turns?.length;
  if (turns !== undefined) return `${turns} ${turns === 1 ? "turn" : "turns"} of a conversation`;
  if (source?.provenance?.said === true) return "a text";
  if (observations.length === 0) return "a file";
  const types = [...new Set(observations.map((one: Answer) => one.entity_type))].sort();
  return `${observations.length} ${observations.length === 1 ? "fact sheet" : "fact sheets"} (${types.join(", ")})`;
}

function proofOf({ kind, payload, erased_by }: Event): string | undefined {
  if (erased_by !== undefined || (kind !== "source.stored" && kind !== "field.corrected")) return undefined;
  const { source, source_id, observations = [] } = (payload ?? {}) as Answer;
  const turn = source?.provenance?.turns?.[0];
  if (turn !== undefined) return proofId({ of: "words", source_id, start: turn[2], end: turn[3] });
  const [first] = observations;
  const [field] = Object.keys({ ...first?.fields, ...first?.fragments }).sort();
  if (first !== undefined && field !== undefined) {
    return proofId({ of: "fact", entity_id: first.rule_id, observation_id: first.id, field });
  }
  if (source === undefined) return undefined;
  return proofId({ of: "words", source_id, start: 0, end: source.file_size });
}
