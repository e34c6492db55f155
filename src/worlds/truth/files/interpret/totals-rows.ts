import type { JsonObject } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import { amountOf } from "./words/read-amount.ts";

const TOTAL =
  /^(?:(?:grand|sub)[ -]?)?totals?(?: général| generale| general)?\W*$|^(?:gesamt|zwischen)?summen?\W*$|^gesamt(?:betrag)?\W*$|^(?:sous-)?total\W*$|^sommes?\W*$|^(?:suma|sumas|totales|totale|totali|totaal|toplam|razem)\W*$|^итого\W*$|^(?:合計|总计|總計|小計|小计)\W*$/iu;
/** Rows that have a value must be so many for the lack of it to tell. */
const USUAL = 0.8;
const ROWS_NAMED_MAX = 20;

/**
 * Rows that add up the others: the first word says so, there is an amount, and what most rows say is not there. A thing
 * that is called Total has the values that others have.
 */
export function totalsIn(rows: readonly JsonObject[], columns: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  const candidates = [...rows.entries()].filter(([, row]) => isTotal(row, columns));
  const others = rows.length - candidates.length;
  if (candidates.length === 0 || others === 0) return found;
  const set = new Set(candidates.map(([index]) => index));
  const usual = columns.filter((name) => {
    const having = rows.filter((row, index) => !set.has(index) && Object.hasOwn(row, name)).length;
    return having >= others * USUAL;
  });
  for (const [index, row] of candidates) if (usual.some((name) => !Object.hasOwn(row, name))) found.add(index);
  return found;
}

function isTotal(row: JsonObject, columns: readonly string[]): boolean {
  const values = columns.flatMap((name) => (Object.hasOwn(row, name) ? [String(row[name]).trim()] : []));
  const [first = "", ...rest] = values;
  return TOTAL.test(first) && rest.some((value) => amountOf(value) !== undefined);
}

export function totalsLeft(rows: ReadonlySet<number>): Warning {
  const message = "Rows that add up the others are no things of their own. They stay in the file alone.";
  const more = rows.size > ROWS_NAMED_MAX && { rows_total: rows.size };
  return { code: "TOTALS_LEFT", message, details: { rows: [...rows].slice(0, ROWS_NAMED_MAX), ...more } };
}
