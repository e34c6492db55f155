import type { Scope } from "../../kernel/index.ts";
import { userIdOf } from "./model/ids.ts";

/** What lives as long as the process. */
export interface House {
  /** Folders below which `file_path` may be read, already resolved; by transport, because a remote caller gets none. */
  filesRoots(transport: Scope["caller"]["transport"]): readonly string[];
}

/** What the tools of this world work with, for one call. */
export interface Truth {
  readonly scope: Scope;
  readonly house: House;
  readonly tenant: string;
  /** The tenant as the contract shows it. */
  readonly userId: string;
}

export function openTruth(house: House, scope: Scope): Truth {
  const { tenant } = scope.caller;
  return { scope, house, tenant, userId: userIdOf(tenant) };
}
