import type { SearchHit } from "../../../kernel/index.ts";
import { valuesIn } from "../model/entity-text.ts";
import type { Truth } from "../truth.ts";

/** A field that was asked for, as it is known now. */
interface AskedFact {
  readonly entity_id: string;
  readonly canonical_name: string;
  readonly field: string;
  readonly value: unknown;
  readonly observed_at: string;
  readonly is_asked: boolean;
}

const STATEMENTS_MAX = 50;
/** A shorter value stands in too many texts by chance. */
const VALUE_CHARS_MIN = 3;

/**
 * Which passages say of a field that was asked for what no longer stands. Nothing was read from them by rules, so no
 * statement of theirs was overruled; but they tell of the same thing, from before, the value that was.
 */
export async function overruledWords(truth: Truth, facts: readonly AskedFact[], hits: readonly SearchHit[]) {
  const overruled = new Set<string>();
  for (const fact of facts.filter(({ is_asked }) => is_asked)) {
    const before = await valuesBefore(truth, fact);
    if (before.length === 0) continue;
    const now = [...valuesIn(fact.value as never)];
    for (const { document } of hits) {
      const isOlder = document.at === undefined || document.at <= Date.parse(fact.observed_at);
      const says = (value: string) => standsAlone(document.text, value);
      if (isOlder && before.some(says) && !now.some(says) && tellsOf(truth, fact, document)) overruled.add(document.id);
    }
  }
  return overruled;
}

async function valuesBefore({ observations }: Truth, { entity_id, field, value }: AskedFact): Promise<string[]> {
  const said = await observations.page(entity_id, { limit: STATEMENTS_MAX, offset: 0 });
  const all = said.flatMap(({ fields, fragments }) => [...valuesIn(fields[field] ?? fragments[field])]);
  const now = new Set(valuesIn(value as never));
  return [...new Set(all)].filter((one) => one.length >= VALUE_CHARS_MIN && !now.has(one));
}

/** Whether a passage names the thing, or is said by it. */
function tellsOf(
  { scope }: Truth,
  { canonical_name }: AskedFact,
  { text, speaker = "" }: SearchHit["document"],
): boolean {
  const words = scope.search.words(`${speaker} ${text}`);
  return [...scope.search.words(canonical_name)].some((word) => words.has(word));
}

/** Whether a value stands in a text, not as part of a longer word or number. */
function standsAlone(text: string, value: string): boolean {
  const at = text.indexOf(value);
  if (at < 0) return false;
  const isPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  return !isPart(text[at - 1]) && !isPart(text[at + value.length]);
}
