import { KernelError } from "../errors.ts";

/** What the server or the driver said, by its code, in our words. Those not named here are bugs of ours, or the line. */
const WORDS: Readonly<Record<string, readonly [ConstructorParameters<typeof KernelError>[0], string]>> = {
  "53100": ["storage_full", "The database server's disk is full"],
  "58030": ["storage_failed", "The database server's disk failed"],
  XX001: ["storage_corrupt", "The database server reports damaged data"],
  XX002: ["storage_corrupt", "The database server reports damaged data"],
  // Every table and column is made by a migration that the database says it has had.
  "42P01": ["storage_corrupt", "The database lacks a table that it must have"],
  "42703": ["storage_corrupt", "The database lacks a column that it must have"],
  "42501": ["storage_unwritable", "The database user may not make or change tables here"],
  "25006": ["storage_unwritable", "The database server accepts no writes"],
  "55P03": ["storage_busy", "The database is held by another process"],
  "57014": ["storage_busy", "The database took too long over one statement, which was undone"],
  "40P01": ["storage_busy", "The database undid this in favour of another process"],
  "53300": ["storage_busy", "The database server has no connection left for this process"],
  "28000": ["storage_refused", "The database server does not let this user in"],
  "28P01": ["storage_refused", "The database server does not accept this user and password"],
  "3D000": ["storage_refused", "The database server has no database of that name"],
  ENOTFOUND: ["storage_unavailable", "There is no host of the name that the database address gives"],
  EAI_AGAIN: ["storage_unavailable", "The name of the database host cannot be looked up now"],
  ECONNREFUSED: ["storage_unavailable", "Nothing answers at the database address"],
  ERR_INVALID_URL: ["storage_refused", "The database address is not one: postgres://user:password@host:port/database"],
  ENOENT: ["storage_refused", "A file or socket that the database address names is not there"],
};

/** Words of the driver that come without a code. */
const NO_TLS = "The server does not support SSL connections";
const NEEDS_PASSWORD = /SASL|password must be a string/;
/** The last word of a session of Citus whose server was killed; it comes with the code of a fault. */
const DYING = "postmaster was shut down";
const UNTRUSTED = /^(CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

/** Turns what PostgreSQL and its driver report into our own failures. */
export function fromPostgresError(error: unknown): unknown {
  if (error instanceof KernelError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const details = code === undefined ? {} : { postgres: code };
  const cause = { cause: error };
  const words = WORDS[code ?? ""];
  if (words !== undefined) return new KernelError(words[0], words[1], details, cause);
  if (UNTRUSTED.test(code ?? "")) {
    return new KernelError("storage_refused", "The certificate of the database server is not trusted", details, cause);
  }
  if (error.message === NO_TLS) {
    return new KernelError("storage_refused", "The database server offers no encryption, and the address asks for it");
  }
  if (code === undefined && NEEDS_PASSWORD.test(error.message)) {
    return new KernelError("storage_refused", "The database server asks for a password, and the address has none");
  }
  const isBehind = isSaidOfWorker(error);
  // A five-character code is the server's own verdict on a statement: a bug of ours. Anything else is the line.
  const isLine =
    isBehind ||
    error.message.startsWith(DYING) ||
    code === undefined ||
    !/^[0-9A-Z]{5}$/.test(code) ||
    /^(08|57P|25P03)/.test(code);
  if (!isLine) return error;
  const who = isBehind ? "The server of the cluster that holds this data" : "The database server";
  return new KernelError("storage_unavailable", `${who} does not answer`, details, cause);
}

/** Whether a server of a cluster, which answers, said it of another that does not or that broke off. */
function isSaidOfWorker(error: Error): boolean {
  if (!("severity" in error)) return false;
  const code = codeOf(error);
  return /^08/.test(code ?? "") || (code === "XX000" && isOfWorker(error));
}

/** Where a worker's line breaks in the middle of a statement, only the context tells that it was one. */
function isOfWorker(error: Error): boolean {
  return "where" in error && typeof error.where === "string" && error.where.includes("while executing command on");
}

/** Whether the server's word on what it was doing is gone, with the line or with that of a server behind it. */
export function isLost(error: unknown): boolean {
  return error instanceof KernelError && error.code === "storage_unavailable";
}

/** Whether the line itself is gone too. One that told of another server's end is as good as before. */
export function isLineLost(error: unknown): boolean {
  if (!isLost(error)) return false;
  const { cause } = error as KernelError;
  const isWell = cause instanceof Error && isSaidOfWorker(cause) && "severity" in cause && cause.severity === "ERROR";
  return !isWell;
}

/** A name with several addresses fails with one error for each. */
function codeOf(error: Error): string | undefined {
  const of = error instanceof AggregateError && !("code" in error) ? error.errors[0] : error;
  return of instanceof Error && "code" in of && typeof of.code === "string" ? of.code : undefined;
}
