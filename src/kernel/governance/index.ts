export { createLimiter, DEFAULT_LIMITS, type Limiter, type LimitOptions } from "./limits.ts";
export { type AskedWrite, checkPermission, type Mode, type Policy, permittedMode } from "./policy.ts";
