import type { Sql } from "../../../kernel/index.ts";
import { type BranchStore, createBranchStore } from "./branch-store.ts";
import { createElementStore, type ElementStore } from "./element-store.ts";
import { createEventStore, type EventStore } from "./event-store.ts";
import { createProjectStore, type ProjectStore } from "./project-store.ts";
import { createVersionStore, type VersionStore } from "./version-store.ts";

/** The stores of one tenant in one transaction. */
export interface Stores {
  readonly projects: ProjectStore;
  readonly branches: BranchStore;
  readonly events: EventStore;
  readonly elements: ElementStore;
  readonly versions: VersionStore;
}

export function createStores(sql: Sql, tenant: string): Stores {
  return {
    projects: createProjectStore(sql, tenant),
    branches: createBranchStore(sql, tenant),
    events: createEventStore(sql, tenant),
    elements: createElementStore(sql, tenant),
    versions: createVersionStore(sql, tenant),
  };
}
