export const CATALOG = "instructions://catalog";
export const GOVERNANCE = "instructions://governance";
/** What the address of each entry begins with. */
export const ENTRY = "instructions://entry/";
