import { foldText } from "./clean-text.ts";

const COMPANY_TYPES = new Set(["company", "organization", "organisation"]);
const COMPANY_SUFFIX = / (?:inc|llc|ltd|corp|corporation|co|company|limited)\.?$/;

/** Whether names of this type may end in a legal form that says nothing about who it is. */
export function isCompany(entityType: string): boolean {
  return COMPANY_TYPES.has(entityType);
}

/** The form under which names are compared: two names with the same form are one entity. */
export function normalizeName(entityType: string, name: string): string {
  const folded = foldText(name);
  return isCompany(entityType) ? withoutLegalForm(folded) : folded;
}

/** A folded name without the legal form it ends in. */
export function withoutLegalForm(name: string): string {
  const bare = name.replace(COMPANY_SUFFIX, "");
  return bare === name ? name : bare.replace(/[\s,]+$/, "") || name;
}
