/** Entries of the log about collections: the only ones of this world, written by people at the command line. */
export const IMPORTED = "collection.imported";
export const REMOVED = "collection.removed";
