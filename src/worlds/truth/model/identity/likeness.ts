import type { Identifier } from "../identifier.ts";
import { skeleton } from "./confusables.ts";
import { nameShape } from "./name-shape.ts";
import { plainSpelling } from "./spelling.ts";

/**
 * How much each shared signal says that two entities are one. Signals are taken as independent:
 * the score is 1 − Π(1 − weight), so two medium ones come near a strong one, and nothing reaches 1.
 */
export const SIGNAL_WEIGHTS = {
  email: 0.9,
  phone: 0.85,
  number: 0.8,
  external: 0.75,
  name: 0.6,
  name_same_words: 0.55,
  name_looks_alike: 0.5,
  company: 0.35,
  domain: 0.3,
  /** Beside the domain itself, where a company is asked for by it. */
  own_domain: 0.5,
  /** Times how near it is. */
  name_near: 0.4,
} as const;

export type Signal = keyof typeof SIGNAL_WEIGHTS;

export interface Likeness {
  /** From 0 to 1, in thousandths. */
  readonly score: number;
  readonly signals: readonly Signal[];
}

/** Names less alike than this are different names. */
const NEAR_LEAST = 0.75;

/** Compares what two entities, or a description and an entity, can be recognised by. */
export function likenessOf(
  one: readonly Identifier[],
  other: readonly Identifier[],
  more: readonly Signal[] = [],
): Likeness {
  const weights = new Map<Signal, number>(more.map((signal) => [signal, SIGNAL_WEIGHTS[signal]]));
  const known = new Set(other.map(({ kind, value }) => `${kind}:${value}`));
  for (const { kind, value } of one) {
    if (known.has(`${kind}:${value}`)) weights.set(kind, SIGNAL_WEIGHTS[kind]);
  }
  if (!weights.has("name")) addNearName(weights, namesOf(one), namesOf(other));
  const doubt = [...weights.values()].reduce((left, weight) => left * (1 - weight), 1);
  return { score: Math.round((1 - doubt) * 1000) / 1000, signals: [...weights.keys()].sort() };
}

function namesOf(identifiers: readonly Identifier[]): string[] {
  return identifiers
    .filter(({ kind, value }) => kind === "name" && !value.startsWith("sha256:"))
    .map(({ value }) => value);
}

function addNearName(weights: Map<Signal, number>, one: readonly string[], other: readonly string[]): void {
  const pairs = one.flatMap((a) => other.map((b) => [a, b] as const));
  if (pairs.some(([a, b]) => haveSameShape(a, b) || haveSameShape(plainSpelling(a), plainSpelling(b)))) {
    weights.set("name_same_words", SIGNAL_WEIGHTS.name_same_words);
    return;
  }
  if (pairs.some(([a, b]) => skeleton(a) === skeleton(b))) {
    weights.set("name_looks_alike", SIGNAL_WEIGHTS.name_looks_alike);
    return;
  }
  const nearest = pairs.reduce((most, [a, b]) => Math.max(most, nameNearness(a, b)), 0);
  if (nearest >= NEAR_LEAST) weights.set("name_near", SIGNAL_WEIGHTS.name_near * nearest);
}

function haveSameShape(a: string, b: string): boolean {
  const shape = nameShape(a);
  return shape !== "" && shape === nameShape(b);
}

/** How alike two names are, from 0 to 1: the share of letter pairs they have in common, whatever the order of the words. */
export function nameNearness(a: string, b: string): number {
  const [pairsA, pairsB] = [letterPairs(a), letterPairs(b)];
  const size = pairsA.length + pairsB.length;
  if (size === 0) return a === b ? 1 : 0;
  const left = new Map<string, number>();
  for (const pair of pairsA) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairsB) {
    const n = left.get(pair) ?? 0;
    if (n === 0) continue;
    left.set(pair, n - 1);
    common += 1;
  }
  return (2 * common) / size;
}

function letterPairs(name: string): string[] {
  return name.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    const letters = [...` ${word} `];
    return word === "" ? [] : letters.slice(0, -1).map((letter, index) => `${letter}${letters[index + 1] ?? ""}`);
  });
}
