import type { Server } from "../../../kernel/index.ts";
import type { Building } from "../building.ts";

/** What the write tools of this world's servers take besides their own: agents rehearse unless they say otherwise. */
export const TAKES: Server<Building>["takes"] = {
  dry_run: "on",
  reasoning: "required",
  approval_id: "optional",
  agent_id: "optional",
};

/** What checks take: they change nothing, so they run and are recorded unless a rehearsal is asked for. */
export const CHECK_TAKES: Server<Building>["takes"] = { ...TAKES, dry_run: "off", reasoning: "optional" };

/** What holds for agents: people approve what destroys or reaches far, and no call and no session goes on without end. */
export const GATES: Server<Building>["gates"] = {
  approvals: "on",
  elementsPerOperation: 100,
  operationsPerSession: 1000,
};
