/** Whose a collection is, and who else may read it. */
export interface Access {
  readonly owner?: string | undefined;
  readonly readers?: readonly string[] | undefined;
}

export interface Readers {
  /** By collection. */
  readonly access: Readonly<Record<string, Access>>;
  /** Who reads a collection that is not named there. */
  readonly unlisted: "everyone" | "nobody";
}

/** Where nobody signs in, whoever calls is the operator, to whom the files belong anyway. */
const OPERATOR = "local";

/** Whether a user may know of a collection at all. */
export function mayRead({ access, unlisted }: Readers, user: string, collectionId: string): boolean {
  if (user === OPERATOR) return true;
  const named = Object.hasOwn(access, collectionId) ? access[collectionId] : undefined;
  if (named === undefined) return unlisted === "everyone";
  return named.owner === user || named.readers?.includes(user) === true;
}
