import type { ParseFailure } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import type { RelationshipType } from "../../model/relationship.ts";
import type { Problem } from "../../model/row.ts";
import { FILE_COLUMNS_MAX, FILE_ROWS_MAX, FILE_VALUES_MAX } from "../limits.ts";
import type { FoundRow } from "../places.ts";

/** Two rows of a file that belong together, by their numbers. */
export interface Link {
  readonly type: RelationshipType;
  readonly from: number;
  readonly to: number;
}

/** What was read from a file; `rows` is null where nothing could be. */
export interface FileReading {
  readonly rows: readonly FoundRow[] | null;
  readonly warnings: readonly Warning[];
  readonly links?: readonly Link[];
}

export function unread(code: string, message: string, details: Warning["details"] = {}): FileReading {
  return { rows: null, warnings: [{ code, message, details }] };
}

export function tooManyRows(): FileReading {
  return unread("TOO_MANY_ROWS", "The file is kept but not interpreted: it has more rows than one call reads.", {
    rows_max: FILE_ROWS_MAX,
  });
}

export function tooMuch(of: "fields" | "values"): FileReading {
  if (of === "values") {
    const message = "The file is kept but not interpreted: it has more values than one call reads.";
    return unread("TOO_MANY_VALUES", message, { values_max: FILE_VALUES_MAX });
  }
  const message = "The file is kept but not interpreted: one of its objects has more fields than a row may have.";
  return unread("TOO_MANY_FIELDS", message, { fields_max: FILE_COLUMNS_MAX });
}

export function broken(details: Warning["details"]): FileReading {
  const placed = "position" in details || "line" in details;
  const why = placed ? "could not be read at the place named in details" : "is not of the format named in details";
  return unread("INTERPRETATION_FAILED", `The file is kept but ${why}.`, details);
}

/** Of a file that its parser gave up. */
export function givenUp(format: string, reason: ParseFailure): FileReading {
  const message =
    reason === "broken"
      ? "The file is kept but is not of the format named in details."
      : "The file is kept but not interpreted: it costs more than a file may.";
  return unread("INTERPRETATION_FAILED", message, { format, reason });
}

export function rowSkipped(row: number, problems: readonly Problem[]): Warning {
  return {
    code: "ROW_SKIPPED",
    message: "A row of the file cannot be stored.",
    details: { row, problems: [...problems] },
  };
}
