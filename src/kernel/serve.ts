// The back door: what an app needs to run the kernel.
export type { BoundServer } from "./call/index.ts";
export { SILENT_CLIENT } from "./client.ts";
export { createIdSource, type Env } from "./env.ts";
export { ERRORS, KernelError } from "./errors.ts";
export type { Approval, LimitOptions, Permissions, SaidOf, Subject } from "./governance/index.ts";
export { LOCAL_USER, scopesOf } from "./identity/index.ts";
export { issueWords } from "./issue-words.ts";
export { isJsonObject, type Json, type JsonObject } from "./json.ts";
export { type Kernel, openKernel } from "./kernel.ts";
export type { KernelOptions } from "./kernel-options.ts";
export type { KernelStatus } from "./kernel-proofs.ts";
export type { Logger } from "./logger.ts";
export { suggestion } from "./nearest.ts";
export { PERMISSIONS } from "./permission.ts";
export {
  type AnyCheckpoint,
  type AuditFilter,
  type AuditLine,
  type EraseReport,
  readCheckpoint,
  type Verification,
} from "./proof/index.ts";
export type { EmbedderChoice } from "./search/index.ts";
export { createLogger, createMetrics, LOG_LEVELS, type LogLevel, type Metrics } from "./telemetry/index.ts";
export type { ImportHost, VariableValue, World } from "./world.ts";
