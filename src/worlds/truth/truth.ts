import type { Scope } from "../../kernel/index.ts";
import type { FileAccess } from "./files/file-access.ts";
import { userIdOf } from "./model/ids.ts";
import { Stores } from "./store/stores.ts";

/** What lives as long as the process. */
export interface Lifetime {
  /** Which files of this machine may be read. */
  readonly files: FileAccess;
}

/** What the tools of this world work with, for one call: its scope, and the stores of its tenant. */
export class Truth extends Stores {
  readonly scope: Scope;
  readonly files: FileAccess;
  /** The tenant as the contract shows it. */
  readonly userId: string;

  constructor({ files }: Lifetime, scope: Scope) {
    super(scope.sql, scope.caller.tenant);
    this.scope = scope;
    this.files = files;
    this.userId = userIdOf(scope.caller.tenant);
  }
}

export function openTruth(lifetime: Lifetime, scope: Scope): Truth {
  return new Truth(lifetime, scope);
}
