import { RE2JS } from "re2js";
import { isObject } from "./authored.ts";

/** Who owns what, as owners.json says it. */
export interface Owners {
  of(id: string): string | undefined;
  /** Rules that could not be used, and why. */
  readonly problems: readonly string[];
}

export const NO_OWNERS: Owners = { of: () => undefined, problems: [] };

/** Reads owners.json: the first pattern that is found in an id gives the owner. */
export function readOwners(text: string): Owners {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { ...NO_OWNERS, problems: ["not valid JSON"] };
  }
  const ownership = isObject(parsed) ? parsed.ownership : undefined;
  if (!Array.isArray(ownership)) return { ...NO_OWNERS, problems: ["no list named ownership"] };
  const problems: string[] = [];
  const rules: { pattern: RE2JS; owner: string }[] = [];
  ownership.forEach((rule: unknown, index) => {
    if (!isObject(rule) || typeof rule.pattern !== "string" || typeof rule.owner !== "string" || rule.owner === "") {
      problems.push(`rule ${index}: needs a pattern and an owner`);
      return;
    }
    try {
      // Linear in the length of the id whatever the pattern: no rule can hang the catalog.
      rules.push({ pattern: RE2JS.compile(rule.pattern), owner: rule.owner });
    } catch {
      problems.push(`rule ${index}: the pattern is not supported`);
    }
  });
  return { of: (id) => rules.find(({ pattern }) => pattern.matcher(id).find())?.owner, problems };
}
