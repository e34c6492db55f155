import type { Json } from "../../../kernel/index.ts";
import { type AskedField, answersAsked, askedField, asksNext, type WordsOf } from "../model/asked-field.ts";
import type { Entity } from "../model/entity.ts";
import { valuesIn } from "../model/entity-text.ts";
import { shown } from "../model/reduce/shown.ts";
import { schemaFor } from "../model/schema/built-in.ts";
import { countWords } from "../search/entity-search.ts";
import type { Truth } from "../truth.ts";

/** How many fields of one entity answer at once. */
const FIELDS_MAX = 3;
/** How many statements are looked through for names that a thing had before. */
const STATEMENTS_MAX = 50;

/** Fields by which a thing is known to belong to another. */
const KEPT = /name$|number$|vendor|customer|client|merchant|counterparty|payee|organi[sz]ation/;
/** Fields that say how a thing is called. */
const NAMES = ["name", "full_name", "title", "legal_name", "first_name", "last_name"];

export interface ChosenField {
  readonly field: string;
  readonly value: Json;
  readonly observationId: string;
  /** How surely it is what was asked for; 0 where nothing says so. */
  readonly score: number;
}

interface StatedField extends Omit<ChosenField, "score"> {
  readonly said: string;
}

/** Those that the question asks for; else those of the kind it asks for, and by how many of its words a field has. */
export async function fieldsAsked(truth: Truth, entity: Entity, text: string): Promise<ChosenField[]> {
  const all = statedFields(entity);
  const wordsOf = (of: string) => truth.scope.search.words(of);
  const question = askedField(text, wordsOf);
  const now = askedOf(question, entity, all, entity.canonical_name, wordsOf);
  if (now.length > 0) return now;
  const names = entity.observation_count > 1 ? await namesBefore(truth, entity) : [];
  const before =
    names.length === 0 ? [] : askedOf(question, entity, all, [entity.canonical_name, ...names].join("\n"), wordsOf);
  return before.length > 0 ? before : tellingFields(truth, question, entity, all, wordsOf);
}

function statedFields(entity: Entity): StatedField[] {
  const { snapshot, provenance, raw_fragments = {} } = shown(schemaFor(entity.entity_type), entity);
  const stated = (field: string, value: Json | undefined, ids: string | undefined): StatedField => ({
    field,
    value: value ?? null,
    observationId: (ids ?? "").split(",", 1)[0] ?? "",
    said: [...valuesIn(value)].join("\n"),
  });
  return [
    ...Object.entries(snapshot).map(([field, value]) => stated(field, value, provenance[field])),
    ...Object.entries(raw_fragments).map(([field, value]) => stated(field, value, entity.fragment_provenance[field])),
  ];
}

function isName({ field, said }: StatedField, entity: Entity): boolean {
  return said === entity.canonical_name || field === "name";
}

function askedOf(
  question: AskedField,
  entity: Entity,
  all: readonly StatedField[],
  name: string,
  wordsOf: WordsOf,
): ChosenField[] {
  const kept = all.filter(({ field }) => KEPT.test(field));
  const answering = all
    .filter((one) => !isName(one, entity))
    .map((one) => {
      const others = kept.filter(({ field }) => field !== one.field).map(({ said }) => said);
      const known = {
        entityType: entity.entity_type,
        field: one.field,
        value: one.said,
        name,
        kept: others.join("\n"),
      };
      return { ...one, ...answersAsked(question, known, wordsOf) };
    })
    .filter(({ score }) => score > 0);
  const ofKind = answering.filter(({ isOfKind }) => isOfKind);
  return (ofKind.length > 0 ? ofKind : answering).slice(0, FIELDS_MAX);
}

/** What is nearest where no field is what was asked for. */
function tellingFields(
  truth: Truth,
  question: AskedField,
  entity: Entity,
  all: readonly StatedField[],
  wordsOf: WordsOf,
): ChosenField[] {
  const named = wordsOf(entity.canonical_name);
  const others = new Set([...question.words].filter((word) => !named.has(word)));
  const counted = all.map((one) => ({
    ...one,
    // That a value has words of the name, as an address may, says nothing of what is asked.
    count: isName(one, entity) ? 0 : countWords(truth, others, `${one.field.replaceAll("_", " ")}\n${one.said}`),
    isOfKind: !isName(one, entity) && question.isOfKind(one.field),
  }));
  const best = Math.max(0, ...counted.map(({ count }) => count));
  const ofKind = counted.filter(({ isOfKind }) => isOfKind);
  const counting = best > 0 ? counted.filter(({ count, isOfKind }) => count === best && !isOfKind) : [];
  const telling = [...ofKind, ...counting];
  const rest = counted.filter((one) => !isName(one, entity));
  const chosen = telling.length > 0 ? telling : rest.length > 0 ? rest : counted;
  return chosen.slice(0, FIELDS_MAX).map((one) => ({ ...one, score: 0 }));
}

/** Names that a thing had and no longer has: who asks may know it by them. */
async function namesBefore({ observations }: Truth, entity: Entity): Promise<string[]> {
  const said = await observations.page(entity.id, { limit: STATEMENTS_MAX, offset: 0 });
  const names = said.flatMap(({ fields }) => NAMES.flatMap((field) => [...valuesIn(fields[field])]));
  return [...new Set(names)].filter((name) => name !== entity.canonical_name);
}

interface Dated {
  readonly value: Json;
  readonly is_asked: boolean;
  readonly score: number;
}

/** Who asks for the next is answered with what comes first from now on; what is past comes last. */
export function nextFirst<Fact extends Dated>(facts: readonly Fact[], text: string, now: number): Fact[] {
  if (!asksNext(text)) return [...facts];
  const keyOf = ({ value, is_asked }: Fact) => {
    const at = is_asked && typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(at)) return Number.POSITIVE_INFINITY;
    return at >= now - DAY_MS ? at : Number.MAX_VALUE;
  };
  return [...facts].sort((a, b) => b.score - a.score || compare(keyOf(a), keyOf(b)));
}

const DAY_MS = 86_400_000;

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
