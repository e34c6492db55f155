import type { Json, KernelError } from "../../../kernel/index.ts";

export const PLACES = ["memory", "notebook", "instructions", "graph"] as const;
export type Place = (typeof PLACES)[number];

/** One thing that may answer: words as they stand, and where. */
export interface Evidence {
  readonly proof_id: string;
  readonly quote: string;
  readonly from: Place;
  readonly score: number;
  readonly source: {
    readonly id: string;
    readonly title: string | null;
    readonly when: string | null;
    readonly author: string | null;
  };
  readonly fact?: {
    readonly entity_id: string;
    readonly entity_type: string;
    readonly name: string;
    readonly field: string;
    readonly value: Json;
  };
}

/** What one world answers. */
export interface Found {
  readonly evidence: readonly Evidence[];
  /** How likely anything of it answers, from 0 to 1. */
  readonly confidence: number;
  readonly notes: readonly string[];
}

export const NOTHING: Found = { evidence: [], confidence: 0, notes: [] };

/** What is asked of each world. */
export interface Asked {
  readonly question: string;
  readonly k: number;
  readonly as_of: string | undefined;
  readonly from?: string;
  readonly until?: string;
}

/** A place that could not be searched, in our own words: its refusal was written for whoever calls it directly. */
export function whyNot(place: string, { code, details }: KernelError): string {
  const isModel = details?.reason === "model_absent";
  return `${place} could not be searched (${isModel ? "there is no sentence model" : code.replaceAll("_", " ")}).`;
}
