import { KernelError } from "../errors.ts";
import type { Event } from "../event.ts";
import type { JsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { Derivation } from "../world.ts";
import type { ApprovalRequest } from "./approval.ts";
import { decideApproval, insertApproval, noteDeclined, useApproval } from "./approval-store.ts";
import { dropPermission, putPermission, type RowKey } from "./permission-store.ts";
import type { PermissionRecord } from "./record.ts";

// Every step is an entry of the log, and the tables follow from the entries: what was edited in them is found.

export const PERMISSIONS_SET = "permissions.set";
export const PERMISSIONS_REMOVED = "permissions.removed";
export const APPROVAL_REQUESTED = "approval.requested";
export const APPROVAL_DECLINED = "approval.declined";
export const APPROVAL_DECIDED = "approval.decided";
export const APPROVAL_USED = "approval.used";

export interface PermissionsSet extends JsonObject, RowKey {
  readonly record: JsonObject;
  readonly source: string;
}

export interface ApprovalDecided extends JsonObject {
  readonly approval_id: string;
  readonly decision: "approved" | "rejected";
  readonly in: string;
  readonly reason: string | null;
}

/** Tables that the log gives again. */
export const GOVERNANCE_TABLES: readonly Derivation[] = [
  { table: "permission", key: ["agent", "for_user"] },
  { table: "permission_version", key: ["name"] },
  // What was asked for and not yet granted must not stay in the log: it is kept beside it while somebody decides.
  { table: "approval", key: ["id"], except: ["arguments"] },
];

/** The only writer of these tables: live changes and rebuilding both come through here. */
export async function applyEntry(event: Event, sql: Sql): Promise<void> {
  const { tenant, seq, at } = event;
  switch (event.kind) {
    case PERMISSIONS_SET: {
      const { agent, for_user, record, source } = event.payload as PermissionsSet;
      return putPermission(sql, { agent, for_user }, record as PermissionRecord, source, { version: seq, at });
    }
    case PERMISSIONS_REMOVED: {
      const { agent, for_user } = event.payload as PermissionsSet;
      return dropPermission(sql, { agent, for_user }, seq);
    }
    case APPROVAL_REQUESTED: {
      const request = event.payload as ApprovalRequest;
      const agent = event.actor.agent ?? "";
      return insertApproval(sql, { tenant, agent, request, reasoning: event.reasoning, at });
    }
    case APPROVAL_DECLINED:
      return noteDeclined(sql, tenant, idIn(event), at);
    case APPROVAL_DECIDED: {
      const { approval_id, decision, reason, in: where } = event.payload as ApprovalDecided;
      const said = { state: decision, at, by: event.actor.user, in: where, reason };
      return mustHold(await decideApproval(sql, tenant, approval_id, said), approval_id);
    }
    case APPROVAL_USED:
      return mustHold(await useApproval(sql, tenant, idIn(event), at), idIn(event));
  }
}

function idIn({ payload }: Event): string {
  return (payload as { approval_id: string }).approval_id;
}

function mustHold(holds: boolean, approval_id: string): void {
  if (!holds) throw new KernelError("approval_invalid", "The approval was decided or used meanwhile", { approval_id });
}
