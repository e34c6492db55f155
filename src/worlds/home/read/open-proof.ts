import type { Event, Json } from "../../../kernel/index.ts";
import type { Answer, Home } from "../home.ts";
import { type Proof, proofId, readProofId, unknownProof } from "../model/proof-id.ts";
import { shortened, VALUE_CHARS_MAX } from "../model/shortened.ts";
import { historyOf } from "./field-history.ts";
import { openGraphMemory, openInstruction, openPassage } from "./open-elsewhere.ts";
import { logOf, type Opened } from "./opened.ts";

/** What a source shows of its words at once. */
const QUOTE_BYTES_MAX = 8000;
const HISTORY_CHARS_MAX = 500;

/** Follows a proof to where it stands, and looks whether it still does. */
export async function openProof(home: Home, id: string, contextChars: number): Promise<Opened> {
  const proof = readProofId(id);
  switch (proof.of) {
    case "words":
      return openWords(home, id, proof, contextChars);
    case "fact":
      return openFact(home, id, proof, contextChars);
    case "passage":
      return openPassage(home, id, proof);
    case "instruction":
      return openInstruction(home, id, proof, contextChars);
    case "memory":
      return openGraphMemory(home, id, proof);
  }
}

/** Reads a source, or answers as for one that was never there. */
async function readSource(home: Home, args: { source_id: string } & Record<string, Json>): Promise<Answer> {
  const read = await home.ask("truth", "read_source", args);
  if ("value" in read) return read.value;
  if (read.refused.code === "not_found") throw unknownProof();
  throw read.refused;
}

async function openWords(
  home: Home,
  id: string,
  { source_id, start, end }: Extract<Proof, { of: "words" }>,
  context_chars: number,
): Promise<Opened> {
  const isLong = end - start > QUOTE_BYTES_MAX;
  const shownEnd = isLong ? start + QUOTE_BYTES_MAX : end;
  const read = await readSource(home, { source_id, start, end: shownEnd, context_chars, statements: true });
  const entry = await home.scope.journal.at(read.source.log_seq);
  if (read.withdrawn === true) return forgotten(home, id, read, entry);
  const within = read.statements
    .flatMap((one: Answer) => one.fields.map((field: Answer) => ({ ...one, ...field })))
    .filter(({ place }: Answer) => place !== null && start <= place[0] && place[1] <= end);
  const fact = within.find(({ stands }: Answer) => stands) ?? within[0];
  const said = fact && (await historyOf(home, fact.entity_id, fact.field));
  return {
    proof_id: id,
    // Of a very long quote the beginning is shown, without a character that was cut at its edge.
    quote: (isLong ? read.quote?.replace(/\ufffd$/, "") : read.quote) ?? null,
    verified: read.verified === true,
    before: read.before ?? "",
    after: read.after ?? "",
    source: sourceOf(read, entry),
    ...(fact !== undefined && { fact: factOf(fact) }),
    history: shortHistory(said?.history ?? []),
    log: entry === undefined ? null : logOf(entry),
    ...(said?.correction !== undefined && said.correction.source_id !== source_id && corrected(said, fact)),
  };
}

async function openFact(
  home: Home,
  id: string,
  { entity_id, observation_id, field }: Extract<Proof, { of: "fact" }>,
  context_chars: number,
): Promise<Opened> {
  const { history, correction, observation, name, entity_type } = await historyOf(
    home,
    entity_id,
    field,
    observation_id,
  );
  if (observation === undefined) return forgottenFact(home, id, entity_id);
  const read = await readSource(home, { source_id: observation.source_id, statements: true });
  const stated = read.statements.find((one: Answer) => one.observation_id === observation_id);
  const said = stated?.fields.find((one: Answer) => one.field === field);
  if (said === undefined) throw unknownProof();
  const entry = await home.scope.journal.at(read.source.log_seq);
  const place =
    said.place === null
      ? {}
      : await readSource(home, {
          source_id: observation.source_id,
          start: said.place[0],
          end: Math.min(said.place[1], said.place[0] + QUOTE_BYTES_MAX),
          context_chars,
        });
  const fact = { entity_id, entity_type, name, field, value: shortened(said.value, VALUE_CHARS_MAX) };
  const quote = place.quote ?? said.quote;
  return {
    proof_id: id,
    // Of a whole book as one value the beginning is shown, without a character that was cut at its edge.
    quote: quote === null ? null : String(shortened(quote.replace(/\ufffd$/, ""), VALUE_CHARS_MAX)),
    verified: place.verified === true,
    before: place.before ?? "",
    after: place.after ?? "",
    source: sourceOf(read, entry),
    fact,
    history: shortHistory(history),
    log: entry === undefined ? null : logOf(entry),
    ...(correction !== undefined && correction.id !== observation_id && corrected({ correction }, fact)),
  };
}

function shortHistory(history: Opened["history"]): Opened["history"] {
  return history.map((one) => ({ ...one, value: shortened(one.value, HISTORY_CHARS_MAX) }));
}

function corrected(
  { correction }: { correction?: Answer },
  { entity_id, field }: { entity_id: string; field: string },
) {
  const { id, value, at } = correction;
  const shown = shortened(value, HISTORY_CHARS_MAX);
  return { corrected: { value: shown, at, proof_id: proofId({ of: "fact", entity_id, observation_id: id, field }) } };
}

function factOf({ entity_id, entity_type, canonical_name, field, value }: Answer) {
  return { entity_id, entity_type, name: canonical_name, field, value };
}

function sourceOf({ source, speaker, said_at }: Answer, entry: Event | undefined): Opened["source"] {
  const author = speaker ?? entry?.actor.agent ?? entry?.actor.client ?? entry?.actor.user ?? null;
  return { id: source.id, title: source.title, when: said_at ?? source.said_at ?? source.created_at, author };
}

/** Of what was forgotten nothing is shown but that it was. */
async function forgotten(home: Home, id: string, read: Answer, entry: Event | undefined): Promise<Opened> {
  const by = await home.scope.journal.at(read.withdrawn_by_seq);
  if (by === undefined) throw unknownProof();
  return {
    proof_id: id,
    quote: null,
    verified: false,
    before: "",
    after: "",
    source: { id: read.source.id, title: null, when: null, author: null },
    history: [],
    log: entry === undefined ? null : logOf(entry),
    forgotten: { at: new Date(by.at).toISOString(), event_id: by.id },
  };
}

/** An entity that is not shown was deleted, or its source was taken back; or it was never this user's. */
async function forgottenFact(home: Home, id: string, entity_id: string): Promise<Opened> {
  const { scope } = home;
  const head = await scope.journal.head();
  const end = Math.max(0, head - ENTRIES_LOOKED_AT);
  // The newest first: earlier ones that took it away were undone.
  for (let upTo = head; upTo > end; upTo -= PAGE) {
    const after = Math.max(end, upTo - PAGE);
    for (const event of (await scope.journal.after(after, upTo - after)).reverse()) {
      if (!takesAway(event, entity_id)) continue;
      return {
        proof_id: id,
        quote: null,
        verified: false,
        before: "",
        after: "",
        source: { id: entity_id, title: null, when: null, author: null },
        history: [],
        log: null,
        forgotten: { at: new Date(event.at).toISOString(), event_id: event.id },
      };
    }
  }
  throw unknownProof();
}

/** How far back it is looked who took something away, and how many entries at a time. */
const ENTRIES_LOOKED_AT = 5000;
const PAGE = 500;

function takesAway({ kind, payload }: Event, entityId: string): boolean {
  const { identifiers, observations } = (payload ?? {}) as { identifiers?: object; observations?: Answer[] };
  if (kind === "source.withdrawn") return identifiers !== undefined && entityId in identifiers;
  return kind === "entity.deleted" && observations?.some(({ rule_id }) => rule_id === entityId) === true;
}
