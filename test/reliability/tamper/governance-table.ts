import { ANSWERS_NOTHING, GOVERNANCE_NOT_QUICK, SECRETS, TABLES_ONLY, type Table } from "./cells.ts";
import type { GOVERNANCE_EDITS } from "./governance-edits.ts";

const follows = (named: string) => ({ verify: GOVERNANCE_NOT_QUICK, full: named, replay: named });
const inspected = (named: string) => ({ verify: GOVERNANCE_NOT_QUICK, full: named, replay: TABLES_ONLY });
const unseen = (reason: typeof SECRETS) => ({ verify: reason, full: reason, replay: reason });

export const GOVERNANCE_CELLS: Table<keyof typeof GOVERNANCE_EDITS> = {
  "permission: what an agent may do": follows(
    "row permission ~installation robot …: record is … where the log gives …",
  ),
  "permission: whom it is of": follows("row permission ~installation …: …"),
  "permission: one is gone": follows("row permission ~installation robot …: is gone: the log gives it"),
  "permission: one is planted": follows("row permission ~installation planted …: does not follow from the log"),
  "permission: the number of the last change": follows(
    "row permission_version ~installation permissions: version is … where the log gives …",
  ),
  "approval: a waiting one is approved": follows("row approval grete …: state is approved where the log gives pending"),
  "approval: one was used and may be used again": follows(
    "row approval grete …: state is approved where the log gives used",
  ),
  "approval: what it would do": follows("row approval grete …: request is … where the log gives …"),
  "approval: the arguments that a person is shown": inspected("approval …: what it shows is not what was asked for"),
  "approval: how long it counts": follows("row approval grete …: expires_at is … where the log gives …"),
  "approval: one is gone": follows("row approval grete …: is gone: the log gives it"),
  "account: a member is an operator": inspected("user mia: role is operator where the log gives member"),
  "account: a disabled user is active": inspected("user dora: state is active where the log gives disabled"),
  "account: one is planted": inspected("user eve: no entry of the log made it"),
  "account: one is gone": inspected("user mia: is gone: the log gives it"),
  "account: the hash of a password": unseen(SECRETS),
  "account: a session is planted": unseen(SECRETS),
  "limits: what was used in a minute": unseen(ANSWERS_NOTHING),
};
