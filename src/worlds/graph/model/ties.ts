import { type Edge, type EdgeType, plainEdge } from "./edge.ts";
import { cosine, similarity } from "./similarity.ts";
import { rolesOf } from "./spaces/causal.ts";
import { type Dense, dense, type Embedding, type Fingerprint, type Sparse } from "./spaces/embedding.ts";
import { entitiesOf } from "./spaces/entities.ts";
import { E1, E4, E5 } from "./spaces/names.ts";

/** A memory as far as its ties go. */
export interface Tied {
  readonly id: string;
  readonly content: string;
  readonly session: string;
  readonly createdAt: number;
  readonly fingerprint: Fingerprint;
}

/** How sure one must be of a tie before it becomes an edge. */
const THETA_EDGE = 0.7;
/** How many edges of one type a new memory gets. */
const EACH_MAX = 5;
const HOUR_MS = 3600 * 1000;
const MODEL_WIDTH = 384;
const CAUSAL_HALF = 384;
/** How much the effect of one must be like the cause of the other. */
const CAUSAL_LINK = 0.3;

/** A memory with what its text is asked for again and again. */
interface Read extends Tied {
  readonly names: ReadonlySet<string>;
  /** Whether it says somewhere what causes what. */
  readonly saysWhy: boolean;
}

function read(tied: Tied): Read {
  const saysWhy = tied.content.split(/[.!?;\n]+/).some((part) => rolesOf(part) !== undefined);
  return { ...tied, names: namesIn(tied.content), saysWhy };
}

/** Edges between a new memory and those near it, by what ties them. */
export function tiesOf(newcomer: Tied, near: readonly Tied[], thetaEdge = THETA_EDGE): Edge[] {
  const added = read(newcomer);
  const others = near.map(read);
  return [
    ...strongest(others.flatMap((other) => semanticTie(added, other, thetaEdge))),
    ...temporalTies(added, others),
    ...strongest(others.flatMap((other) => [...causalTie(added, other), ...causalTie(other, added)])),
    ...strongest(others.flatMap((other) => relationalTie(added, other))),
  ];
}

function strongest(edges: readonly Edge[]): Edge[] {
  return [...edges]
    .sort((a, b) => b.weight - a.weight || (a.source + a.target < b.source + b.target ? -1 : 1))
    .slice(0, EACH_MAX);
}

function edge(from: Tied, to: Tied, type: EdgeType, weight: number, confidence: number): Edge {
  return plainEdge(from.id, to.id, type, Math.min(1, weight), confidence);
}

/** How likely two sentences with this cosine are about the same: even at 0.45, where unrelated ones are rarely found. */
function calibrated(cosineOfSentences: number): number {
  return 1 / (1 + Math.exp(-(cosineOfSentences - 0.45) / 0.1));
}

/** The cosine of the sentence vectors alone. */
function sentenceCosine(one: Fingerprint, other: Fingerprint): number {
  const sentence = (of: Fingerprint): Dense => dense((of.of(E1) as Dense).values.subarray(0, MODEL_WIDTH));
  return cosine(sentence(one), sentence(other));
}

function semanticTie(added: Tied, other: Tied, thetaEdge: number): Edge[] {
  const like = sentenceCosine(added.fingerprint, other.fingerprint);
  const confidence = calibrated(like);
  return confidence >= thetaEdge ? [edge(added, other, "Semantic", like, confidence)] : [];
}

/** From the memory before it in its session, where that is less than an hour older; the longer ago, the weaker. */
function temporalTies(added: Tied, others: readonly Tied[]): Edge[] {
  const isJustBefore = (at: number): boolean => at <= added.createdAt && added.createdAt - at < HOUR_MS;
  const before = others
    .filter(({ session, createdAt }) => session === added.session && isJustBefore(createdAt))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))[0];
  if (before === undefined) return [];
  const lapse = Math.exp(-(added.createdAt - before.createdAt) / HOUR_MS);
  const order = similarity(added.fingerprint.of(E4), before.fingerprint.of(E4)) ?? 0;
  return [edge(before, added, "Temporal", lapse * order, lapse)];
}

/** How far what follows from the one is what causes the other. */
export function causalStrength(from: Fingerprint, to: Fingerprint): number {
  return Math.max(0, cosine(halvesOf(from).effect, halvesOf(to).cause));
}

interface Halves {
  readonly cause: Dense | Sparse;
  readonly effect: Dense | Sparse;
}

/** The halves of a fingerprint are asked for with each of the others. */
const HALVES = new WeakMap<Fingerprint, Halves>();

function halvesOf(fingerprint: Fingerprint): Halves {
  let halves = HALVES.get(fingerprint);
  if (halves === undefined) {
    const causal = fingerprint.of(E5);
    halves = { cause: half(causal, "cause"), effect: half(causal, "effect") };
    HALVES.set(fingerprint, halves);
  }
  return halves;
}

function half(embedding: Embedding, role: "cause" | "effect"): Dense | Sparse {
  if (embedding.kind === "tokens") return dense(new Float32Array(CAUSAL_HALF));
  const start = role === "cause" ? 0 : CAUSAL_HALF;
  if (embedding.kind === "dense") return dense(embedding.values.subarray(start, start + CAUSAL_HALF));
  const { indices, values } = embedding;
  const isIn = (index: number): boolean => index < CAUSAL_HALF === (role === "cause");
  const places = [...indices.keys()].filter((at) => isIn(indices[at] as number));
  return {
    kind: "sparse",
    dimensions: CAUSAL_HALF,
    indices: Uint16Array.from(places, (at) => (indices[at] as number) % CAUSAL_HALF),
    values: Float32Array.from(places, (at) => values[at] as number),
  };
}

export function namesIn(text: string): ReadonlySet<string> {
  return new Set(entitiesOf(text).map(({ name }) => name));
}

/** Which share of the names in two texts stand in both. */
export function sharedNames(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const name of one) if (other.has(name)) shared += 1;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}

/** Only where a text says what causes what: likeness of words alone is no cause. */
function causalTie(from: Read, to: Read): Edge[] {
  if (!from.saysWhy && !to.saysWhy) return [];
  const strength =
    1.2 * causalStrength(from.fingerprint, to.fingerprint) * (0.7 + 0.3 * sharedNames(from.names, to.names));
  return strength >= CAUSAL_LINK ? [edge(from, to, "Causal", strength, Math.min(1, strength))] : [];
}

function relationalTie(added: Read, other: Read): Edge[] {
  const shared = sharedNames(added.names, other.names);
  return shared > 0 ? [edge(added, other, "Relational", shared, Math.sqrt(shared))] : [];
}
