export { type AuditFilter, type AuditLine, auditLines, exportAudit } from "./audit.ts";
export { type AnyCheckpoint, type Checkpoint, makeCheckpoint, readCheckpoint } from "./checkpoint.ts";
export { rotateKey } from "./checkpoint-keys.ts";
export { type EraseReport, eraseIn, USER } from "./erase.ts";
export { type Proof, proveEntry, proveGrowth } from "./prove.ts";
export {
  type Verification,
  type VerifyOptions,
  verify,
  verifyMissing,
} from "./verify.ts";
export { createWitness } from "./witness.ts";
