import { canonicalJson, type KernelError } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import {
  type CheckedRow,
  PROBLEMS_MAX,
  type Problem,
  problemsOfForm,
  problemsOfRow,
  ROW_BYTES_MAX,
} from "../model/row.ts";

/** All rows or none: the first bad one is named, with everything that is wrong with it. Answers with their one text form. */
export function checkRows(rows: readonly unknown[]): {
  rows: readonly CheckedRow[];
  /** The canonical JSON of all rows. */
  content: string;
  /** Where each row begins in it, in bytes. */
  starts: readonly number[];
} {
  refuseBad(rows, problemsOfForm);
  const checked = rows as readonly CheckedRow[];
  const texts = checked.map((row) => canonicalJson(row));
  const content = `[${texts.join(",")}]`;
  // Only a long whole can hold a row that is too long.
  if (Buffer.byteLength(content) > ROW_BYTES_MAX) refuseBad(rows, problemsOfRow);
  let at = "[".length;
  const starts = texts.map((text) => {
    const start = at;
    at += Buffer.byteLength(text) + ",".length;
    return start;
  });
  return { rows: checked, content, starts };
}

function refuseBad(rows: readonly unknown[], problemsOf: typeof problemsOfRow): void {
  rows.forEach((row, index) => {
    const problems = problemsOf(row, `entities[${index}]`);
    if (problems.length > 0) throw badRow(index, problems);
  });
}

function badRow(row: number, problems: readonly Problem[]): KernelError {
  return refuse("VALIDATION_ERROR", `Row ${row} cannot be stored, so none was: ${problems[0]?.message ?? ""}`, {
    row,
    problems: problems.slice(0, PROBLEMS_MAX),
  });
}
