/** Two cuts through time; undefined means now. */
export interface AsOf {
  readonly at?: number;
  readonly atIngested?: number;
}

export function asOf(input: { at?: string | undefined; at_ingested?: string | undefined }): AsOf | undefined {
  if (input.at === undefined && input.at_ingested === undefined) return undefined;
  return {
    ...(input.at !== undefined && { at: Date.parse(input.at) }),
    ...(input.at_ingested !== undefined && { atIngested: Date.parse(input.at_ingested) }),
  };
}

/** Milliseconds as the contract writes times. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
