import type { Scope } from "../../kernel/index.ts";
import { Stores } from "./store/stores.ts";

/** What lives as long as the process. */
export interface Lifetime {
  /** Long work under way, by tenant: what a call of the same process may end. */
  readonly underWay: Map<string, AbortController>;
}

/** What the tools of this world work with, for one call: its scope, and the stores of its tenant. */
export class Graph extends Stores {
  readonly scope: Scope;
  readonly underWay: Lifetime["underWay"];

  constructor({ underWay }: Lifetime, scope: Scope) {
    super(scope.sql, scope.caller.tenant);
    this.scope = scope;
    this.underWay = underWay;
  }
}

export function openGraph(lifetime: Lifetime, scope: Scope): Graph {
  return new Graph(lifetime, scope);
}
