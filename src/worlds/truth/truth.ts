import type { Parse, Scope } from "../../kernel/index.ts";
import type { Endpoint } from "./files/ask-endpoint.ts";
import type { FileAccess } from "./files/file-access.ts";
import { userIdOf } from "./model/ids.ts";
import { Stores } from "./store/stores.ts";

/** What lives as long as the process. */
export interface Lifetime {
  /** Which files of this machine may be read. */
  readonly files: FileAccess;
  /** Parses files of unknown origin in a process of its own. */
  readonly parse: Parse;
  /** Vectors of entity types, made once a process. */
  readonly typeVectors: Map<string, Float32Array>;
  /** The model that may be asked; undefined where the operator named none. */
  readonly endpoint: Endpoint | undefined;
  /** Files that models read for a user in a month. */
  readonly runsPerMonth: number;
}

/** What the tools of this world work with, for one call: its scope, and the stores of its tenant. */
export class Truth extends Stores {
  readonly scope: Scope;
  readonly files: FileAccess;
  readonly parse: Parse;
  readonly typeVectors: Map<string, Float32Array>;
  readonly endpoint: Endpoint | undefined;
  readonly runsPerMonth: number;
  /** The tenant as the contract shows it. */
  readonly userId: string;

  constructor({ files, parse, typeVectors, endpoint, runsPerMonth }: Lifetime, scope: Scope) {
    super(scope.sql, scope.caller.tenant);
    this.scope = scope;
    this.files = files;
    this.parse = parse;
    this.typeVectors = typeVectors;
    this.endpoint = endpoint;
    this.runsPerMonth = runsPerMonth;
    this.userId = userIdOf(scope.caller.tenant);
  }
}
