import type { RE2JS } from "re2js";

/** Makes a pattern that a person wrote: time is linear in the text, so no rule can hang anyone. Undefined for what is none. */
export async function compilePattern(
  source: string,
  { anyCase = false }: { readonly anyCase?: boolean } = {},
): Promise<RE2JS | undefined> {
  // Loaded with the first rule: most starts have none, and it is large.
  const { RE2JS } = await import("re2js");
  try {
    return RE2JS.compile(source, anyCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}
