export { createLogger, LOG_LEVELS, type LogLevel } from "./logger.ts";
export { createMetrics, type Metrics, NO_METRICS } from "./metrics.ts";
