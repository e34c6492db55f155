/** A fault put into the source on purpose, and the tests that must notice it. */
export interface PlantedBug {
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once; where it no longer does, the bug must be planted anew. */
  readonly from: string;
  readonly to: string;
  readonly test: string;
  /** Part of the title of a test there that turns red; without one, the file as a whole does. */
  readonly title?: string;
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the source that is searched for holds such.
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: "writes are acknowledged without a flush",
    file: "src/kernel/storage/sqlite-connection.ts",
    from: `db.pragma("synchronous = FULL");`,
    to: `db.pragma("synchronous = FULL");\n    setImmediate(() => db?.open && db.pragma("synchronous = OFF"));`,
    test: "test/reliability/faults-disk.test.ts",
    title: "every commit is flushed to disk before it is acknowledged",
  },
  {
    name: "one statement forgets its tenant",
    file: "src/kernel/search/store/document-store.ts",
    from: "from search_document d where ${inSpace(space)} and d.key in (${list(some)})`",
    to: "from search_document d where d.key in (${list(some)})`",
    test: "src/kernel/search/search-index.test.ts",
  },
  {
    name: "the policies of PostgreSQL let everybody through",
    file: "src/kernel/storage/postgres-tenants.ts",
    from: "return `tenant_id = ${whose} or",
    to: "return `true or tenant_id = ${whose} or",
    test: "test/tenancy/row-level-security.test.ts",
    title: "a statement that forgot its tenant returns only what its caller may see",
  },
  {
    name: "a token for another server is taken",
    file: "src/apps/oauth/bearer.ts",
    from: `      audience: resource,
      requiredClaims: ["exp", "iat", "sub", "client_id", "gid"],
      clockTolerance: SKEW_S,
      currentDate: new Date(env.now()),
    });
    // A token for several places could be carried from one to another.
    if (payload.aud !== resource) throw new TypeError("more than one audience");`,
    to: `      requiredClaims: ["exp", "iat", "sub", "client_id", "gid"],
      clockTolerance: SKEW_S,
      currentDate: new Date(env.now()),
    });`,
    test: "test/hostile-oauth/tokens.test.ts",
    title: "of all tokens that look right, only the right one is taken",
  },
  {
    name: "an approval is not used up",
    file: "src/kernel/governance/approval-store.ts",
    from: "update approval set state = 'used', used_at",
    to: "update approval set used_at",
    test: "src/kernel/governance/approvals.test.ts",
    title: "used again, edited, of another agent or of another user: refused",
  },
  {
    name: "a failed disk is taken for a passing trouble",
    file: "src/kernel/storage/group-commit.ts",
    from: `if (error instanceof KernelError && error.code === "storage_failed") onFatal(error);`,
    to: "",
    test: "src/kernel/storage/group-commit.test.ts",
    title: "when the commit fails on the disk",
  },
  {
    name: "one server object answers several clients",
    file: "src/kernel/transports/mcp/mcp-server.ts",
    from: "  const { server } = bound;\n  const mcp = new ListingServer(",
    to: "  const { server } = bound;\n  const shared = parts as unknown as { sharedServer?: ListingServer };\n  if (shared.sharedServer !== undefined) return shared.sharedServer;\n  const mcp = shared.sharedServer = new ListingServer(",
    test: "test/tenancy/interleaved.test.ts",
  },
  {
    name: "the log is replayed in another order",
    file: "src/kernel/events/event-log.ts",
    from: "query`select * from event order by tenant_id, seq`",
    to: "query`select * from event order by tenant_id, hash`",
    test: "src/worlds/truth/apply/apply.test.ts",
  },
  {
    name: "a line on stdout that is no message",
    file: "src/kernel/call/call.ts",
    from: "export async function call(",
    to: `console.log("a word to nobody");\nexport async function call(`,
    test: "test/rooms.test.ts",
  },
  {
    name: "a transaction that reads before it holds the lock",
    file: "src/kernel/storage/sqlite-connection.ts",
    from: `db.prepare("begin immediate")`,
    to: `db.prepare("begin")`,
    test: "test/reliability/contention.test.ts",
    title: "four processes that start at once on nothing",
  },
  {
    name: "bodies of any length are read",
    file: "src/kernel/transports/http/receive-body.ts",
    from: "if (bytes > bytesMax) throw tooLarge();\n      return",
    to: "return",
    test: "test/hostile/http.test.ts",
    title: "a body over the limit",
  },
  {
    name: "the name in the Host header is not looked at",
    file: "src/apps/server/http-server.ts",
    from: "      names.require(request);\n",
    to: "",
    test: "test/hostile/http.test.ts",
    title: "a name that is not this server's",
  },
  {
    name: "request state is bound to nobody",
    file: "src/kernel/transports/mcp/state-seal.ts",
    from: `typeof user === "string" ? user : LOCAL_USER`,
    to: `"anybody"`,
    test: "src/kernel/transports/mcp/state-seal.test.ts",
    title: "is worthless to another",
  },
  {
    name: "a session opens for whoever knows its id",
    file: "src/kernel/transports/http/sessions.ts",
    from: "session === undefined || session.user !== caller.user || session.leave?.agent !== caller.leave?.agent",
    to: "session === undefined || session.leave?.agent !== caller.leave?.agent",
    test: "test/tenancy/handles.test.ts",
    title: "a session",
  },
  {
    name: "a link that was edited still opens its file",
    file: "src/kernel/files/file-links.ts",
    from: "const isRight = given.length === right.length && timingSafeEqual(given, right);",
    to: "const isRight = timingSafeEqual(right, right);",
    test: "src/kernel/files/file-links.test.ts",
    title: "was changed or taken out is refused",
  },
  {
    name: "a refused write leaves no entry",
    file: "src/kernel/call/refuse.ts",
    from: `return !code.startsWith("storage_") && !code.startsWith("schema_");`,
    to: "return false;",
    test: "src/kernel/call/call.test.ts",
  },
  {
    name: "a rehearsal is kept",
    file: "src/kernel/call/execute.ts",
    from: `const keep = call.mode === "apply";`,
    to: "const keep = true;",
    test: "test/dry-run.test.ts",
    title: "a rehearsal of conformance/test_write leaves root, rows, files and quota as they were",
  },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above.
