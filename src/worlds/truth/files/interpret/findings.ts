import type { Json } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import type { RelationshipType } from "../../model/relationship.ts";
import { type CheckedRow, problemsOfRow } from "../../model/row.ts";
import type { FoundRow, Place, SourceText } from "../places.ts";
import { type JsonPlace, valueAt } from "../quote/json-places.ts";
import { type FileReading, type Link, rowSkipped } from "./reading.ts";

/** A value and the words that say it; a list may have words for each of its items. */
export interface Said {
  readonly field: string;
  readonly value: Json;
  readonly places: readonly Place[];
}

export type Findings = ReturnType<typeof createFindings>;

/** Gathers what is found in a file: rows whose every value has its place, and how they hang together. */
export function createFindings() {
  const rows: (FoundRow | undefined)[] = [];
  const links: Link[] = [];
  const warnings: Warning[] = [];

  /** Adds a row and answers with its number; the first to say a field says it. */
  function add(entityType: string, said: readonly (Said | undefined)[]): number {
    const index = rows.length;
    const row: Record<string, Json> = { entity_type: entityType };
    const places: Record<string, Place> = {};
    for (const one of said) {
      if (one === undefined || Object.hasOwn(row, one.field)) continue;
      row[one.field] = one.value;
      one.places.forEach((place, n) => {
        places[n === 0 ? one.field : `${one.field}[${n}]`] = place;
      });
    }
    const problems = problemsOfRow(row, `rows[${index}]`);
    if (problems.length > 0) warnings.push(rowSkipped(index, problems));
    rows.push(problems.length > 0 ? undefined : { row: row as CheckedRow, index, places });
    return index;
  }

  return {
    add,
    link(type: RelationshipType, from: number, to: number) {
      links.push({ type, from, to });
    },
    warn(warning: Warning) {
      warnings.push(warning);
    },
    count: () => rows.length,
    /** Takes over what was read from a part of the file by itself. */
    take({ rows: taken, warnings: told, links: linked = [] }: FileReading): number[] {
      const base = rows.length;
      const numbers = new Map((taken ?? []).map((row, n) => [row.index, base + n]));
      for (const row of taken ?? []) rows.push({ ...row, index: numbers.get(row.index) ?? base });
      for (const { type, from, to } of linked) {
        const [start, end] = [numbers.get(from), numbers.get(to)];
        if (start !== undefined && end !== undefined) links.push({ type, from: start, to: end });
      }
      warnings.push(...told);
      return [...numbers.values()];
    },
    reading(): FileReading {
      return { rows: rows.filter((row) => row !== undefined), warnings, links };
    },
  };
}

/** The texts of a message that was written in parts, with the words of each. */
export function sayParts(field: string, text: SourceText, parts: readonly (JsonPlace | undefined)[]): Said | undefined {
  const texts = parts.filter((part) => part?.quoted && part.end > part.start) as JsonPlace[];
  if (texts.length === 0) return undefined;
  return {
    field,
    value: texts.map((part) => String(valueAt(text.text, part))).join("\n\n"),
    places: texts.map(({ start, end }) => ({ text, start, end })),
  };
}

/** A stretch of a text as a value: as it stands, or as what it means. */
export function say(field: string, text: SourceText, start: number, end: number, value?: Json): Said | undefined {
  const words = text.text.slice(start, end);
  const lead = words.length - words.trimStart().length;
  const trimmed = words.trim();
  if (trimmed === "") return undefined;
  const place = { text, start: start + lead, end: start + lead + trimmed.length };
  return { field, value: value ?? trimmed, places: [place] };
}
