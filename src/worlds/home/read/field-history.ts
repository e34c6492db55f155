import type { Json } from "../../../kernel/index.ts";
import type { Answer, Home } from "../home.ts";
import { nameIn } from "../model/name.ts";

/** One statement about a field, and what became of it. */
export interface Said {
  readonly value: Json;
  readonly at: string;
  readonly source_id: string;
  readonly won: boolean;
  readonly why: string;
}

export interface FieldHistory {
  readonly history: readonly Said[];
  readonly name: string;
  readonly entity_type: string;
  /** The statement that was asked for, where it is about this field. */
  readonly observation?: Answer;
  /** The correction in force. */
  readonly correction?: { readonly id: string; readonly value: Json; readonly at: string; readonly source_id: string };
}

const OBSERVATIONS_MAX = 200;

/** Every statement about a field of an entity, newest first. Of an entity that is not shown there are none. */
export async function historyOf(
  home: Home,
  entity_id: string,
  field: string,
  observationId?: string,
): Promise<FieldHistory> {
  const shown = await home.ask("truth", "retrieve_entity_snapshot", { entity_id });
  if ("refused" in shown) return { history: [], name: "", entity_type: "" };
  const listed: Answer = await home.truth("list_observations", { entity_id, limit: OBSERVATIONS_MAX });
  const observations: Answer[] = [];
  for (const one of listed.observations) observations.push(await whole(home, one, field));
  const winners = winnersOf(shown.value, observations, field);
  const saying = observations.filter((one: Answer) => saidOf(one, field) !== undefined);
  const correction = saying.find(({ id, kind }: Answer) => kind === "correction" && winners.has(id));
  return {
    history: saying.map((one: Answer): Said => {
      const won = winners.has(one.id);
      return {
        value: saidOf(one, field) ?? null,
        at: one.observed_at,
        source_id: one.source_id,
        won,
        why: whyOf(one, won, correction !== undefined),
      };
    }),
    name: nameIn(shown.value.snapshot, shown.value.entity_type),
    entity_type: shown.value.entity_type as string,
    observation: saying.find(({ id }: Answer) => id === observationId),
    ...(correction !== undefined && {
      correction: {
        id: correction.id,
        value: saidOf(correction, field) ?? null,
        at: correction.observed_at,
        source_id: correction.source_id,
      },
    }),
  };
}

/** A list leaves out what is too long for it; the source of the statement still tells. */
async function whole(home: Home, one: Answer, field: string): Promise<Answer> {
  if (one.omitted_fields?.includes(field) !== true) return one;
  const read = await home.ask("truth", "read_source", { source_id: one.source_id, statements: true });
  if ("refused" in read) return one;
  const stated = read.value.statements?.find(({ observation_id }: Answer) => observation_id === one.id);
  const said = stated?.fields.find((each: Answer) => each.field === field);
  return said === undefined ? one : { ...one, fields: { ...one.fields, [field]: said.value } };
}

function saidOf({ fields, raw_fragments = {} }: Answer, field: string): Json | undefined {
  return fields[field] ?? raw_fragments[field];
}

/** Who said what is shown; of a field that no schema knows, whoever said the shown value last. */
function winnersOf(shown: Answer, observations: readonly Answer[], field: string): Set<string> {
  const named: string | undefined = shown.provenance?.[field];
  if (named !== undefined) return new Set(named.split(","));
  const value = JSON.stringify(shown.raw_fragments?.[field]);
  const said = observations.find((one) => JSON.stringify(saidOf(one, field)) === value);
  return new Set(said === undefined ? [] : [said.id]);
}

function whyOf({ kind }: Answer, won: boolean, isCorrected: boolean): string {
  if (won)
    return kind === "correction"
      ? "a correction wins over everything else"
      : "nothing newer or of more weight says otherwise";
  if (isCorrected) return kind === "correction" ? "a later correction overruled it" : "a correction overruled it";
  return "a newer statement, or one of more weight, overruled it";
}
