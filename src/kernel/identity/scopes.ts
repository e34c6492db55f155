import { KernelError } from "../errors.ts";
import type { Effect } from "../tool.ts";

/** From least to most: whoever may write may read, and whoever may destroy may write. */
const EFFECTS = ["read", "write", "destructive"] as const satisfies readonly Effect[];

/** All scopes of a server, from least to most. */
export function scopesOf(server: string): string[] {
  return EFFECTS.map((effect) => `${server}:${effect}`);
}

/** The scope a call needs. */
function scopeFor(server: string, effect: Effect): string {
  return `${server}:${effect}`;
}

/** Whether one of these scopes covers the effect on this server. */
function coversScope(scopes: readonly string[], server: string, effect: Effect): boolean {
  return EFFECTS.slice(EFFECTS.indexOf(effect)).some((level) => scopes.includes(`${server}:${level}`));
}

/** Refuses a call that the user has not allowed the calling program. */
export function requireScope(scopes: readonly string[] | undefined, server: string, effect: Effect): void {
  if (scopes === undefined || coversScope(scopes, server, effect)) return;
  throw new KernelError("insufficient_scope", "The user has not allowed this program to do that", {
    scope: scopeFor(server, effect),
  });
}
