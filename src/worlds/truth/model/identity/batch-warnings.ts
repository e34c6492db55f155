import type { JsonObject } from "../../../../kernel/index.ts";
import type { Identifier } from "../identifier.ts";
import { foldText, hasCompatibilityForms, invisibleCharacters, isPlain } from "./clean-text.ts";
import { mixesScripts, skeleton } from "./confusables.ts";
import type { Identity } from "./identify.ts";

/** Something the caller should look at; nothing was refused. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly details: JsonObject;
}

export interface NamedRow {
  readonly index: number;
  readonly identity: Identity;
  /** The name as it was written; empty where there is none. */
  readonly name: string;
}

/** Beyond this a name is not one that is read: its characters are not looked at. */
const NAME_CHARS_MAX = 1000;

/** What the rows of one call do to each other, and which of their names may not be what they look like. */
export function batchWarnings(rows: readonly NamedRow[]): Warning[] {
  const byEntity = groupBy(rows, ({ identity }) => identity.entity_id);
  const named = rows.filter(({ name }) => name !== "" && name.length <= NAME_CHARS_MAX);
  const alike = groupBy(named, ({ name }) => skeleton(name));
  return [
    ...[...byEntity.values()].flatMap((group) => mergeWarnings(group)),
    ...[...alike.values()].flatMap((group) => confusableWarning(group)),
    ...named.flatMap((row) => nameWarnings(row)),
  ];
}

function mergeWarnings(group: readonly NamedRow[]): Warning[] {
  const [first] = group;
  if (first === undefined || group.length < 2) return [];
  const { entity_id, basis, rule } = first.identity;
  const details = { entity_id, basis, rule, rows: indexes(group) };
  if (basis === "fallback" || basis === "content") {
    const message =
      "Rows without a rule or a name of their own share one entity. Give each its own name or number if they differ.";
    return [{ code: "HEURISTIC_MERGE", message, details }];
  }
  const merge = {
    code: "WOULD_MERGE",
    message: "Rows were merged: they are about one entity by the rule named in details.",
    details,
  };
  const kind = basis === "name" ? conflict(group) : undefined;
  if (kind === undefined) return [merge];
  const message =
    "Rows share a name but no value of an identifier that each of them has. They may be different entities.";
  return [merge, { code: "CONFLICTING_IDENTIFIERS", message, details: { ...details, kind } }];
}

/** The kind of identifier of which every row has one, and no value is shared by all. */
function conflict(group: readonly NamedRow[]): Identifier["kind"] | undefined {
  return (["external", "email"] as const).find((kind) => {
    const sets = group.map(({ identity }) =>
      identity.identifiers.filter((one) => one.kind === kind).map(({ value }) => value),
    );
    const [first = []] = sets;
    return (
      sets.every((values) => values.length > 0) &&
      !first.some((value) => sets.every((values) => values.includes(value)))
    );
  });
}

function confusableWarning(group: readonly NamedRow[]): Warning[] {
  const forms = new Set(group.map(({ name }) => foldText(name)));
  const ids = [...new Set(group.map(({ identity }) => identity.entity_id))].sort();
  if (forms.size < 2 || ids.length < 2) return [];
  const message = "Names look the same but are written with different characters, so they are different entities.";
  return [{ code: "CONFUSABLE_NAME", message, details: { entity_ids: ids, rows: indexes(group) } }];
}

function nameWarnings({ index, name, identity }: NamedRow): Warning[] {
  if (isPlain(name)) return [];
  const details = { entity_id: identity.entity_id, row: index };
  const invisible = invisibleCharacters(name);
  const warnings: (Warning | false)[] = [
    invisible.length > 0 && {
      code: "INVISIBLE_CHARACTERS",
      message: "The name holds characters that cannot be seen. They do not count when names are compared.",
      details: { ...details, characters: invisible },
    },
    hasCompatibilityForms(name) && {
      code: "COMPATIBILITY_CHARACTERS",
      message: "The name holds variants of plain characters. It is compared, and may merge, as if written plainly.",
      details,
    },
    mixesScripts(name) && {
      code: "MIXED_SCRIPTS",
      message: "A word of the name mixes letters of scripts that look alike, so it may pass for another name.",
      details,
    },
  ];
  return warnings.filter((warning) => warning !== false);
}

function indexes(rows: readonly NamedRow[]): readonly number[] {
  return rows.map(({ index }) => index);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(items, keyOf);
}
