import type { Scope } from "../../kernel/index.ts";
import type { Dreaming } from "./model/dream/dreaming.ts";
import { Stores } from "./store/stores.ts";

/** What lives as long as the process. */
export interface Lifetime {
  /** Dreams under way, by tenant: a call of the same process may end them. */
  readonly dreaming: Map<string, Dreaming>;
}

/** What the tools of this world work with, for one call: its scope, and the stores of its tenant. */
export class Graph extends Stores {
  readonly scope: Scope;
  readonly dreaming: Lifetime["dreaming"];

  constructor({ dreaming }: Lifetime, scope: Scope) {
    super(scope.sql, scope.caller.tenant);
    this.scope = scope;
    this.dreaming = dreaming;
  }
}

export function openGraph(lifetime: Lifetime, scope: Scope): Graph {
  return new Graph(lifetime, scope);
}
