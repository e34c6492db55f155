export {
  type Approval,
  type ApprovalState,
  approvalAddressIn,
  approvalIdIn,
  type Decision,
  type Trigger,
} from "./approval.ts";
export { type Approvals, type GovernedCall, tellApproval } from "./approvals.ts";
export { countSession, judge, mayAsk, type NeedsApproval, type RanCall, type RecordedStep } from "./gate.ts";
export { createGovernance, type Governance, governanceEntries, type SaidOf } from "./governance.ts";
export { createLimiter, DEFAULT_LIMITS, type Limiter, type LimitOptions } from "./limits.ts";
export type { PermissionBook, PermissionChange, Permissions } from "./permissions.ts";
export { checkPermission, type Mode, type Policy } from "./policy.ts";
export { readRecord, type Subject } from "./record.ts";
export { coversRead, type Rules, requirePermission } from "./rules.ts";
export { createOwnWindows, createSharedWindows } from "./shared-windows.ts";
