export { createLimiter, DEFAULT_LIMITS, type Limiter, type LimitOptions } from "./limits.ts";
export { checkPermission, type Mode, type Policy, permittedMode } from "./policy.ts";
