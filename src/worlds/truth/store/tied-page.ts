/** A row's place in a list that is ordered by time, newest first, then by id. */
export interface Place {
  readonly id: string;
  readonly at: number;
}

export interface TiedPage {
  /** The newest, of one time the highest ids first: an index read backwards. */
  newest(limit: number): Promise<Place[]>;
  /** Those of one time, the lowest ids first: the same index read forwards. */
  ofTime(at: number, limit: number): Promise<Place[]>;
}

/**
 * The places of a page, newest first and of one time the lowest id first, by two short walks along one index.
 * Asked for in one go, an engine would sort everything of the same time, and a bulk load gives one time to very many.
 */
export async function tiedPage(
  { newest, ofTime }: TiedPage,
  { limit, offset }: { limit: number; offset: number },
): Promise<Place[]> {
  const head = await newest(offset + limit);
  const oldest = head.at(-1)?.at;
  if (oldest === undefined) return [];
  // All but the oldest time are there whole; of that one the walk took the wrong end.
  const whole = head.filter(({ at }) => at > oldest);
  const rest = await ofTime(oldest, head.length - whole.length);
  return [...sortPlaces(whole), ...rest].slice(offset, offset + limit);
}

export function sortPlaces<Item extends Place>(places: readonly Item[]): Item[] {
  return [...places].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}
