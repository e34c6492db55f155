import type { Identifier } from "../identifier.ts";
import { SOURCE_READMITTED, SOURCE_WITHDRAWN, type Withdrawal } from "../recorded.ts";
import type { Entry } from "./groups.ts";
import type { Going } from "./what-goes.ts";

export function isWithdrawal({ kind }: Entry): boolean {
  return kind === SOURCE_WITHDRAWN || kind === SOURCE_READMITTED;
}

/** What is left of a withdrawal: nothing where its source goes, and no identifier that nothing says any more. */
export function restOfWithdrawal(
  withdrawal: Withdrawal,
  going: Going,
  kept: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Withdrawal | undefined {
  const { source_id } = withdrawal;
  const loses = going.sources.has(source_id);
  if (loses && !kept.has(source_id)) return undefined;
  const stillKnown = (id: string, { kind, value }: Identifier) =>
    !going.touched.has(id) || known.has(`${id} ${kind} ${value}`);
  const left = Object.entries(withdrawal.identifiers).filter(([id]) => !going.entities.has(id));
  const identifiers = Object.fromEntries(left.map(([id, of]) => [id, of.filter((one) => stillKnown(id, one))]));
  if (!loses && JSON.stringify(identifiers) === JSON.stringify(withdrawal.identifiers)) return withdrawal;
  const { words: _words, ...rest } = withdrawal;
  return { ...rest, identifiers, reason: null };
}
