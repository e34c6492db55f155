/** Which elements a call changes itself, by id; the others only follow. */
export type Changed = ReadonlyMap<string, unknown>;
