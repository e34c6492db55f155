import type { Derivation, Projection } from "../../../kernel/index.ts";
import { BRANCHES } from "./branch-store.ts";
import { ELEMENTS } from "./element-store.ts";
import { ACTIVE_BRANCHES, PROJECTS } from "./project-store.ts";

/** What is known: which branches there are and what stands on them, not how it came there. */
export const PROJECTIONS: readonly Projection[] = [PROJECTS, BRANCHES, ACTIVE_BRANCHES, ELEMENTS].map((projection) => ({
  ...projection,
  isLater: true,
}));

/** Every table of this world, to the last column. */
export const DERIVATIONS: readonly Derivation[] = [
  { table: "building_project", key: ["id"] },
  { table: "building_branch", key: ["id"] },
  { table: "building_active_branch", key: ["project_id", "agent"] },
  { table: "building_event", key: ["branch_id", "seq"] },
  { table: "building_element", key: ["branch_id", "id"] },
  { table: "building_version", key: ["branch_id", "element_id", "seq"] },
];
