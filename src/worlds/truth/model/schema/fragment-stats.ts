import { canonicalJson, type Json, type JsonObject } from "../../../../kernel/index.ts";
import { readDate } from "./read-date.ts";
import type { FieldType } from "./types/field-types.ts";

/** What was seen of one field that no schema claims. The same values in any order come to the same. */
export interface FragmentStats {
  readonly count: number;
  readonly types: Readonly<Partial<Record<FieldType, number>>>;
  /** How dates were written, and how many numbers were whole. */
  readonly formats: Readonly<Record<string, number>>;
  /** Up to two sources: more change nothing. */
  readonly sources: readonly string[];
  readonly samples: readonly Json[];
}

export const NOTHING_SEEN: FragmentStats = { count: 0, types: {}, formats: {}, sources: [], samples: [] };

const SOURCES_MAX = 2;
const SAMPLES_MAX = 10;
const SAMPLE_CHARS_MAX = 200;

export function learn(stats: FragmentStats, value: Json, sourceId: string): FragmentStats {
  if (value === null) return stats;
  const type = typeOfValue(value);
  const format = formatOf(value, type);
  return {
    count: stats.count + 1,
    types: { ...stats.types, [type]: (stats.types[type] ?? 0) + 1 },
    formats: { ...stats.formats, [format]: (stats.formats[format] ?? 0) + 1 },
    sources: [...new Set([...stats.sources, sourceId])].sort().slice(0, SOURCES_MAX),
    samples: withSample(stats.samples, value),
  };
}

/** As the value was given: a number written as text may be a postcode, and stays text. */
function typeOfValue(value: Json): FieldType {
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return isDate(value) ? "date" : "string";
  return typeof value as "number" | "boolean" | "object";
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(text) && readDate(text) !== undefined;
}

function formatOf(value: Json, type: FieldType): string {
  if (type === "date") return String(value).length === 10 ? "day" : "time";
  if (type === "number") return Number.isInteger(value) ? "whole" : "fraction";
  return "other";
}

function withSample(samples: readonly Json[], value: Json): readonly Json[] {
  const texts = new Map([...samples, value].map((one) => [canonicalJson(one), one]));
  if (canonicalJson(value).length > SAMPLE_CHARS_MAX) texts.delete(canonicalJson(value));
  const kept = [...texts.keys()].sort().slice(0, SAMPLES_MAX);
  return kept.map((text) => texts.get(text) ?? null);
}

/** What an analysis tells of a field. */
export interface FieldAnalysis extends JsonObject {
  readonly field_name: string;
  readonly field_type: FieldType;
  readonly frequency: number;
  readonly confidence: number;
  readonly type_consistency: number;
  readonly sample_values: Json[];
  readonly naming_pattern_match: boolean;
  readonly format_consistency: number;
}

const NAME_PATTERN =
  /(?:_(?:ids?|gids?|date|time|at|amount|price|cost|names?|email|url|link|address|phone|path|html))$|^(?:is|has|can|should)_/;

export function analyse(field: string, stats: FragmentStats): FieldAnalysis {
  const [type, most] = mostSeen(stats);
  const type_consistency = stats.count === 0 ? 0 : most / stats.count;
  const format_consistency = formatConsistency(type, stats);
  const naming_pattern_match = NAME_PATTERN.test(field);
  const confidence =
    0.5 * type_consistency +
    0.25 * format_consistency +
    0.15 * (naming_pattern_match ? 1 : 0.5) +
    0.1 * Math.min(stats.count / 10, 1);
  return {
    field_name: field,
    field_type: type,
    frequency: stats.count,
    confidence: rounded(confidence),
    type_consistency: rounded(type_consistency),
    sample_values: [...stats.samples],
    naming_pattern_match,
    format_consistency: rounded(format_consistency),
  };
}

function mostSeen({ types }: FragmentStats): [FieldType, number] {
  const seen = Object.entries(types) as [FieldType, number][];
  seen.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return seen[0] ?? ["string", 0];
}

function formatConsistency(type: FieldType, { formats, types }: FragmentStats): number {
  if (type === "date") return (formats.day ?? 0) > 0 && (formats.time ?? 0) > 0 ? 0.5 : 1;
  if (type === "number") return (formats.whole ?? 0) / (types.number ?? 1);
  return 0.9;
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

const PROMOTED = { typeConsistency: 0.95, sources: 2, occurrences: 3 };

/** The contract's rule for a field that a schema takes in by itself. */
export function isPromotable(stats: FragmentStats): boolean {
  const [, most] = mostSeen(stats);
  return (
    stats.count >= PROMOTED.occurrences &&
    stats.sources.length >= PROMOTED.sources &&
    most / stats.count >= PROMOTED.typeConsistency
  );
}
