import { createRequire } from "node:module";
import type { Logger as PinoLogger } from "pino";
import type { Logger } from "../logger.ts";

const STDERR = 2;

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lines of JSON on stderr, written at once so that the last one before a crash is there too. */
export function createLogger(level: LogLevel): Logger {
  const least = LOG_LEVELS.indexOf(level);
  let pino: PinoLogger | undefined;

  function write(at: LogLevel, fields: Readonly<Record<string, unknown>>, message: string): void {
    if (LOG_LEVELS.indexOf(at) < least) return;
    pino ??= openPino(level);
    pino[at](fields, message);
  }

  return {
    debug: (fields, message) => write("debug", fields, message),
    info: (fields, message) => write("info", fields, message),
    warn: (fields, message) => write("warn", fields, message),
    error: (fields, message) => write("error", fields, message),
  };
}

/** Loaded with the first line: most processes of a client live and die without one. */
function openPino(level: LogLevel): PinoLogger {
  const { pino } = createRequire(import.meta.url)("pino") as typeof import("pino");
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: STDERR, sync: true }),
  );
}
