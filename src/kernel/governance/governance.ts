import type { Caller } from "../caller.ts";
import { GOVERNANCE_SERVER } from "../event.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import type { Derivation } from "../world.ts";
import { type Approvals, createApprovals } from "./approvals.ts";
import { wrongApprovals } from "./check-approvals.ts";
import { applyEntry, GOVERNANCE_TABLES } from "./entries.ts";
import { approvalEntriesMigration, governanceMigration } from "./governance-migration.ts";
import {
  createKnownPermissions,
  createPermissionBook,
  type PermissionBook,
  type PermissionParts,
  takeFromConfiguration,
} from "./permissions.ts";
import type { Subject } from "./record.ts";
import { createRulesOf, type Records, type Rules } from "./rules.ts";

/** What the configuration says of one of them. */
export interface SaidOf {
  readonly subject: Subject;
  readonly record: unknown;
}

/** What the operator allows and what people decide. */
export interface Governance {
  readonly permissions: PermissionBook;
  readonly approvals: Approvals;
  /** What this process knows of the permissions; another object after every change. */
  readonly records: Records;
  /** Looks whether any process changed something. */
  refresh(): Promise<void>;
  rulesOf(caller: Caller): Rules;
  /** Takes over what the configuration says of agents and people, on a database that is being opened. */
  configure(opened: Database, said: readonly SaidOf[]): Promise<void>;
}

export function createGovernance(parts: PermissionParts): Governance {
  const known = createKnownPermissions(parts);
  const rulesOf = createRulesOf();
  const permissions = createPermissionBook(parts);
  return {
    permissions,
    approvals: createApprovals({ ...parts, records: () => known.records, refresh: known.refresh }),
    get records() {
      return known.records;
    },
    refresh: known.refresh,
    rulesOf: (caller) => rulesOf(known.records, caller),
    async configure(opened, said) {
      const book = createPermissionBook({ ...parts, database: async () => opened, committed() {} });
      await takeFromConfiguration(book, said);
    },
  };
}

/** Its entries and tables, as those of a world are known to replay and verification. It has no part in the state root. */
export const governanceEntries = {
  name: GOVERNANCE_SERVER,
  servers: [{ name: GOVERNANCE_SERVER }],
  migrations: [governanceMigration, approvalEntriesMigration],
  projections: [],
  follows: GOVERNANCE_TABLES as readonly Derivation[],
  erases: {},
  apply: applyEntry,
  inspect: ({ sql }: { readonly sql: Sql }) => wrongApprovals(sql),
} as const;
