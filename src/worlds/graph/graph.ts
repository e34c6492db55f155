import type { Scope } from "../../kernel/index.ts";
import type { Dreaming } from "./model/dream/dreaming.ts";
import { Stores } from "./store/stores.ts";

/** What lives as long as the process. */
export interface Lifetime {
  /** Dreams under way, by tenant: a call of the same process may end them. */
  readonly dreaming: Map<string, Dreaming>;
  /** What texts that were only asked about are in all spaces, by their hash; the same text is often asked about twice. */
  readonly asked: Map<string, Uint8Array>;
}

/** What the tools of this world work with, for one call: its scope, and the stores of its tenant. */
export class Graph extends Stores {
  readonly scope: Scope;
  readonly dreaming: Lifetime["dreaming"];
  readonly asked: Lifetime["asked"];

  constructor({ dreaming, asked }: Lifetime, scope: Scope) {
    super(scope.sql, scope.caller.tenant);
    this.scope = scope;
    this.dreaming = dreaming;
    this.asked = asked;
  }
}

export function openGraph(lifetime: Lifetime, scope: Scope): Graph {
  return new Graph(lifetime, scope);
}
