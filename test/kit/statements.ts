// What both engines' statements are looked at by.

/** Statements of ours over all tenants at once. Each belongs to what PostgreSQL runs as `EVERY_TENANT`, or numbers rows. */
export const OF_ALL = [
  // Whoever verifies looks at what every approval shows.
  /^select id, server, tool, arguments_hash, arguments from approval where arguments is not null/,
  // Verification, replay, checkpoints, the witness and reindexing look at every log; the state root at everything known.
  /^select tenant_id(?:, seq, hash)? from log_head\b/,
  /^select \* from event order by tenant_id, seq$/,
  /^select tenant_id, seq from scrub_due order by/,
  /^select tenant_id, space from search_space union/,
  /^select coalesce\(sum\(documents\), 0\) as documents/,
  /^select count\(\*\) as n from search_document$/,
  /^select "?\w+"?(?:, "?\w+"?)* from "\w+" order by /,
  /^select \* from "\w+" order by "tenant_id"/,
  // People decide for every user's agents.
  /^select \* from approval (?:where id = \?|order by requested_at desc)/,
  // Files that wait for their places, at the start of a process.
  /^select tenant_id as tenant, root, path.* from staged_file order by call_id, path$/,
  // Whoever makes vectors makes those of everybody, each in turn.
  /^select 1 as found from search_space limit 1$/,
  /^select distinct tenant_id from search_space where pending > 0 or/,
  // SQLite has one writer, which gives the next number.
  /^select max\((?:key|number)\) as \w+ from search_(?:document|space)$/,
  /^select number from search_space$/,
  // What belongs to no document is swept out, whoever had it.
  /^(?:select|delete)\b.*\bfrom search_(?:vector|bits)\b/,
  // Migrations.
  /^select 1 as found from truth_type limit 1$/,
  /^select key, tenant_id, space, text, terms, until from search_document where key > \?/,
  /^(?:create|alter|drop|analyze|update "?\w+"? set tenant_id)/,
];

/** What this process has explained. Unlike the files that look, this module is there for all test files of a process. */
export const EXPLAINED = new Set<string>();
/** Of each shape, whether it goes over all tenants without saying so. */
const SHAPES = { sqlite: new Map<string, boolean>(), postgres: new Map<string, boolean>() };

/** Whether a statement of the product goes over all tenants and does not say so. */
export function isOfNobody(engine: keyof typeof SHAPES, shape: string, isOfAll: () => boolean): boolean {
  const shapes = SHAPES[engine];
  const isSuspect = shapes.get(shape) ?? isOfAll();
  shapes.set(shape, isSuspect);
  // Who asks is looked up last: it costs more than all the rest.
  return isSuspect && isOurs();
}

/** A statement of the product, not of a test: who asked for it stands right above the storage room on the stack. */
function isOurs(): boolean {
  const asker = filesAbove().find(
    (file) =>
      /\/(?:src|test|bench)\//.test(file) &&
      !/\/kernel\/storage\/|\/call\/lazy-read\.ts|\/test\/kit\/(?:plans|shards|statements)\.ts/.test(file),
  );
  return asker !== undefined && /\/src\//.test(asker) && !/\.test\.ts/.test(asker);
}

/** The files of the stack as they are: to find every line in its source would cost many times as much. */
function filesAbove(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 40;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? "");
  const files = new Error().stack as unknown as string[];
  Error.stackTraceLimit = stackTraceLimit;
  if (prepareStackTrace !== undefined) Error.prepareStackTrace = prepareStackTrace;
  return files;
}

/** The tables that a statement names, each as often as it does. */
export function tablesIn(shape: string): string[] {
  return [...shape.matchAll(/\b(?:from|join|into|update) "?(\w+)"?(?!\w|\()/gi)].map(([, table]) => table ?? "");
}
