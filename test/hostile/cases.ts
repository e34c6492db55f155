import type { Asserted } from "./asserted.ts";

/** Where a case is proven: a file, and the words of a test in it. */
export type Proven = readonly [file: string, title: string];

export interface HostileCase {
  readonly number: number;
  readonly title: string;
  readonly proven: readonly Proven[];
  /** Where the product refuses otherwise than by an error: what it does instead. */
  readonly instead?: string;
  /** What none of its tests sees to, and why there is nothing to see. */
  readonly unasserted?: Readonly<Partial<Record<keyof Asserted, string>>>;
}

const KEPT = "It is no refusal: the bytes are taken in as they are, and the log has that change.";
const ONE_NAME = "It is no refusal: the name is taken in as what it is, and the log has that change.";
const NO_CALL = "It ends before it is a call of a tool: there is no tool, and mostly no caller, to record.";
const A_READ = "It asks and changes nothing; of what is refused only changes are recorded.";
const NO_DATABASE = "Nothing of it reaches a database.";
const NO_STATE = "Nothing of it reaches what keeps a state.";
const BEFORE_ROUTES = { engines: NO_DATABASE, entry: NO_CALL } as const;
const IN_THE_SOURCE = {
  engines: "It looks at what is written in the source, which both engines share.",
  root: "It calls nothing.",
  entry: "It calls nothing.",
} as const;
const TEXT_OF_LOGS = {
  engines: NO_DATABASE,
  root: NO_STATE,
  entry: "It is about how lines are written, and nothing is refused.",
} as const;

const FILES = "test/hostile/files.test.ts";
const PAYLOAD = "test/hostile/payload.test.ts";
const NAMES = "test/hostile/identity-text.test.ts";
const TENANCY = "test/hostile/tenancy.test.ts";
const HTTP = "test/hostile/http.test.ts";
const PROCESS = "test/hostile/process.test.ts";
const HANDLES = "test/tenancy/handles.test.ts";
const READ_FILE = "src/worlds/truth/files/file-access.test.ts";
const MESSAGES = "test/end-to-end/hostile-input.test.ts";
const OVER_HTTP = "test/end-to-end/hostile-http.test.ts";
const STRICT = "src/kernel/transports/mcp/strict-json.test.ts";
const PARSES = "src/kernel/parsers/parses.test.ts";
const LINKS = "src/kernel/files/file-links.test.ts";
const FILE_ROUTE = "src/apps/server/file-route.test.ts";
const STDOUT = "test/end-to-end/stdout.test.ts";
const IDEMPOTENCY = "test/reliability/truth-idempotency.test.ts";
const WINDOWS = "src/kernel/governance/shared-windows.test.ts";
const STORE = "src/worlds/truth/servers/truth/tools/store-structured.test.ts";

const OUTSIDE = [FILES, "leads outside by dots, absolutely, by a like prefix or by a NUL"] as const;
const SPELLED = [FILES, "is spelled in a way that some system would undo"] as const;
const LINKED = [FILES, "goes through a link, a linked folder or a second name, or ends in a pipe"] as const;
const EACH_MESSAGE = [
  [MESSAGES, "over stdio each hostile message is refused, the next call is answered, and the state is as before"],
  [MESSAGES, "over HTTP each hostile message is refused, the next call is answered, and the state is as before"],
] as const;
const INTERPRETED = "src/worlds/truth/files/interpret/hostile.test.ts";
const NEVER_UNPACKED = {
  proven: [
    [PAYLOAD, "is kept as it is and never unpacked"],
    [PAYLOAD, "in a Word file is kept as bytes, and what its text came to is left out"],
    [INTERPRETED, "a Word file that unpacks to far more than it is is given up"],
    [INTERPRETED, "archives in archives are not opened"],
  ],
  instead:
    "The bytes are kept. Of an archive only a Word file's two parts are read, by name, up to a size, in a process of its own; nothing is ever written by the names in it.",
  unasserted: { root: KEPT, entry: KEPT },
} as const;

/** Every way in that was thought of, and where it is shown to be closed. The numbers are for ever. */
export const HOSTILE_CASES: readonly HostileCase[] = [
  { number: 1, title: "`../` escape", proven: [OUTSIDE] },
  { number: 2, title: "absolute path outside the root", proven: [OUTSIDE] },
  { number: 3, title: "sibling prefix", proven: [OUTSIDE] },
  { number: 4, title: "symlink to a file outside", proven: [LINKED] },
  { number: 5, title: "symlinked parent directory", proven: [LINKED] },
  {
    number: 6,
    title: "symlink swapped between check and open",
    proven: [
      [FILES, "is a link now and a folder then, and never leads outside"],
      [READ_FILE, "never reads through a link that is swapped in while it looks"],
    ],
  },
  { number: 7, title: "hard link to an outside file", proven: [LINKED] },
  { number: 8, title: "/proc, /dev, FIFO", proven: [OUTSIDE, LINKED] },
  { number: 9, title: "NUL byte in the path", proven: [OUTSIDE] },
  { number: 10, title: "percent- and double-encoded dots", proven: [SPELLED] },
  { number: 11, title: "backslash, UNC, drive, alternate stream", proven: [SPELLED] },
  { number: 12, title: "file://, ~, $HOME", proven: [SPELLED] },
  { number: 13, title: "case-insensitive alias", proven: [SPELLED] },
  { number: 14, title: "NFC/NFD alias", proven: [[FILES, "is another form of the same letters, and is another name"]] },
  {
    number: 15,
    title: "file grows or is truncated during the read",
    proven: [
      [FILES, "leads to a file that grows while it is read"],
      [READ_FILE, "while it is read"],
    ],
    unasserted: {
      entry: "It may be a disk that fails, after which nothing is written; the caller is told to call again.",
    },
  },
  { number: 16, title: "our own database or key file", proven: [OUTSIDE] },
  {
    number: 17,
    title: "file_path over HTTP",
    proven: [[FILES, "comes over HTTP, where no folder is open unless the operator opened one"]],
  },
  {
    number: 18,
    title: "base64 over the limit",
    proven: [
      [PAYLOAD, "of more bytes than a file may have is refused before it is decoded"],
      ["src/worlds/truth/servers/truth/tools/store-unstructured.test.ts", "refuses a file of 50 MB before decoding it"],
    ],
  },
  { number: 19, title: "invalid base64", proven: [[PAYLOAD, "of broken base64 is refused"]] },
  { number: 20, title: "declared versus real type", proven: [[PAYLOAD, "of another type than it says is refused"]] },
  { number: 21, title: "zip bomb", ...NEVER_UNPACKED },
  { number: 22, title: "nested zip", ...NEVER_UNPACKED },
  { number: 23, title: "zip-slip names", ...NEVER_UNPACKED },
  {
    number: 24,
    title: "PDF bomb, infinite page tree",
    proven: [
      [PARSES, "a file that costs too much"],
      ["test/end-to-end/bombs.test.ts", "the built product gives a bomb up and answers with the rest"],
    ],
    unasserted: { engines: "The file is read by a process that has no database.", root: KEPT, entry: KEPT },
  },
  {
    number: 25,
    title: "PDF with JavaScript or embedded files",
    proven: [
      [PARSES, "reads file after file in one process"],
      [FILE_ROUTE, "to be saved and never to be run"],
    ],
    instead:
      "Only the text of a page is taken, in a process of its own; nothing embedded is run or read, and a browser may only save the file.",
    unasserted: { engines: "The file is read by a process that has no database.", root: KEPT, entry: KEPT },
  },
  {
    number: 26,
    title: "image pixel bomb",
    proven: [[PAYLOAD, "of claimed pixels or of entities within entities is kept as bytes"]],
    instead: "No pixel is ever decoded: only what an image says of itself is read.",
    unasserted: { root: KEPT, entry: KEPT },
  },
  {
    number: 27,
    title: "XML entity bomb",
    proven: [
      [PAYLOAD, "of claimed pixels or of entities within entities is kept as bytes"],
      [INTERPRETED, "entities that a file declares itself are never expanded, in Word and in HTML"],
    ],
    instead:
      "Only the XML of a Word file is read, and without its document type: entities that a file declares are never expanded.",
    unasserted: { root: KEPT, entry: KEPT },
  },
  {
    number: 28,
    title: "JSON depth 100 000",
    proven: [...EACH_MESSAGE, [STRICT, "refuses 100 000 levels without building them"]],
    unasserted: { entry: NO_CALL },
  },
  {
    number: 29,
    title: "1M keys",
    proven: [[STRICT, "refuses %s by its cost, names the limit and knows whom to answer"]],
    unasserted: { engines: NO_DATABASE, root: NO_STATE, entry: NO_CALL },
  },
  { number: 30, title: "duplicate keys", proven: EACH_MESSAGE, unasserted: { entry: NO_CALL } },
  {
    number: 31,
    title: "__proto__ / constructor keys",
    proven: [...EACH_MESSAGE, [PAYLOAD, "of keys that mean something to the language"]],
    unasserted: { entry: NO_CALL },
  },
  { number: 32, title: "1e400, -0, 2^53+1, NaN", proven: EACH_MESSAGE, unasserted: { entry: NO_CALL } },
  { number: 33, title: "lone surrogates, invalid UTF-8", proven: EACH_MESSAGE, unasserted: { entry: NO_CALL } },
  { number: 34, title: "batch of limit + 1", proven: [[PAYLOAD, "of more rows than one call may hold is refused"]] },
  { number: 35, title: "JSON-RPC array batch", proven: EACH_MESSAGE, unasserted: { entry: NO_CALL } },
  {
    number: 36,
    title: "wrong, huge, null, duplicate id",
    proven: [...EACH_MESSAGE, [MESSAGES, "two calls of one id are both answered"]],
    unasserted: { entry: NO_CALL },
  },
  {
    number: 37,
    title: "slowloris body",
    proven: [
      ["src/apps/server/bounded.test.ts", "a body that stalls is answered with 408"],
      ["src/apps/server/bounded.test.ts", "a body that trickles is too slow"],
    ],
    unasserted: { ...BEFORE_ROUTES, root: NO_STATE },
  },
  {
    number: 38,
    title: "chunked without end; two lengths",
    proven: [
      [OVER_HTTP, "one that never stops growing is cut off"],
      [OVER_HTTP, "a request with two lengths is refused"],
    ],
    unasserted: { ...BEFORE_ROUTES, root: NO_STATE },
  },
  {
    number: 39,
    title: "schema $ref external or recursive",
    proven: [["test/hostile/tools.test.ts", "no schema of a tool points outside itself or at itself"]],
    unasserted: IN_THE_SOURCE,
  },
  {
    number: 40,
    title: "ReDoS strings on every regex",
    proven: [["test/hostile/tools.test.ts", "no expression that meets words of a caller can be made to run on"]],
    unasserted: IN_THE_SOURCE,
  },
  {
    number: 41,
    title: "FTS / LIKE / tsquery metacharacters",
    proven: [[PAYLOAD, "of signs that mean something to a search or to SQL"]],
    unasserted: { entry: A_READ },
  },
  {
    number: 42,
    title: "SQL injection in sort, filter, cursor",
    proven: [[PAYLOAD, "in a sort, a filter or a cursor is refused or finds nothing"]],
    unasserted: { entry: A_READ },
  },
  {
    number: 43,
    title: "NFKC collision of identifiers",
    proven: [[NAMES, "in compatible, invisible or folded letters is the plain one"]],
    instead: "The two spellings are one name, and that is told.",
    unasserted: { root: ONE_NAME, entry: ONE_NAME },
  },
  {
    number: 44,
    title: "homoglyph",
    proven: [[NAMES, "in look-alikes it is another, with a warning"]],
    instead: "It is another name, and a warning says that they look alike.",
    unasserted: { root: ONE_NAME, entry: ONE_NAME },
  },
  {
    number: 45,
    title: "right-to-left override",
    proven: [[NAMES, "in compatible, invisible or folded letters is the plain one"]],
    instead: "It does not make another name.",
    unasserted: { root: ONE_NAME, entry: ONE_NAME },
  },
  {
    number: 46,
    title: "zero-width and tag characters",
    proven: [[NAMES, "in compatible, invisible or folded letters is the plain one"]],
    instead: "They do not make another name.",
    unasserted: { root: ONE_NAME, entry: ONE_NAME },
  },
  {
    number: 47,
    title: "trailing space, case folding",
    proven: [[NAMES, "in compatible, invisible or folded letters is the plain one"]],
    instead: "They do not make another name.",
    unasserted: { root: ONE_NAME, entry: ONE_NAME },
  },
  {
    number: 48,
    title: "10 MB identifier",
    proven: [[NAMES, "of ten megabytes is refused, and nothing of it is stored"]],
  },
  {
    number: 49,
    title: "ANSI escapes to terminal or log",
    proven: [[NAMES, "a log line is one line of JSON whatever it is told"]],
    unasserted: TEXT_OF_LOGS,
  },
  {
    number: 50,
    title: "CRLF log / header injection",
    proven: [
      [NAMES, "a log line is one line of JSON whatever it is told"],
      [FILE_ROUTE, "a signed link gives the file"],
    ],
    unasserted: TEXT_OF_LOGS,
  },
  {
    number: 51,
    title: "cross-user id on every tool and verb",
    proven: [
      ["test/tenancy/matrix.test.ts", "another user"],
      [TENANCY, "answers by id exactly like an id that nobody has"],
    ],
  },
  {
    number: 52,
    title: "404 versus 403 oracle",
    proven: [
      [TENANCY, "answers by id exactly like an id that nobody has"],
      [HANDLES, "answers another user as one that never was"],
    ],
  },
  {
    number: 53,
    title: "leak through search, count, facet, neighbour",
    proven: [[TENANCY, "is found by no search, counted nowhere, and shifts no score"]],
    unasserted: { entry: A_READ },
  },
  {
    number: 54,
    title: "leak through error, audit, export",
    proven: [[TENANCY, "is in no error, in no entry of another's log"]],
  },
  {
    number: 55,
    title: "guessed handle",
    proven: [
      [OVER_HTTP, "a guessed or ended session is not found"],
      [HANDLES, "answer another user as ones that never were"],
    ],
    instead: "Handles hold 192 random bits: a million guesses find one with a chance of one in 10^51.",
    unasserted: { entry: NO_CALL },
  },
  {
    number: 56,
    title: "handle used by another user",
    proven: [
      [HANDLES, "a session answers another user as one that never was"],
      [HANDLES, "a stream of 2024 takes no message of another user"],
      [HANDLES, "answer another user as ones that never were"],
    ],
    unasserted: { entry: NO_CALL },
  },
  {
    number: 57,
    title: "handle after logout or revocation",
    proven: [
      [
        "test/end-to-end/oauth-processes.test.ts",
        "68, 75: of eight who redeem one code or one refresh token in two processes at once, one gets it",
      ],
      [OVER_HTTP, "a guessed or ended session is not found"],
      [FILE_ROUTE, "a link that was revoked opens nothing"],
    ],
  },
  {
    number: 58,
    title: "cursor or requestState tampered or swapped",
    proven: [
      ["src/kernel/transports/mcp/state-seal.test.ts", "is worthless to another"],
      [HANDLES, "request state is refused when another user sends it"],
      [
        "src/worlds/truth/servers/truth/tools/list-recent-changes.test.ts",
        "refuses a cursor and a limit that are none",
      ],
    ],
    unasserted: { entry: NO_CALL },
  },
  {
    number: 59,
    title: "same idempotency key, different payload",
    proven: [
      [IDEMPOTENCY, "the same key with another payload is refused by every process, changes nothing and is recorded"],
    ],
  },
  {
    number: 60,
    title: "same key, other user",
    proven: [
      [STORE, "keeps the keys of users apart"],
      [TENANCY, "stays apart under the same key of two users"],
    ],
    unasserted: {
      root: "It is no refusal: each user has an effect of their own.",
      entry: "It is no refusal: each user has an effect of their own.",
    },
  },
  {
    number: 61,
    title: "same key, 50 concurrent",
    proven: [[IDEMPOTENCY, "fifty calls with one key over two processes at once have one effect and one answer"]],
  },
  {
    number: 62,
    title: "same key after a crash before the ack",
    proven: [[IDEMPOTENCY, "the same key has one effect after a crash before the answer"]],
  },
  {
    number: 63,
    title: "approval replay",
    proven: [
      ["src/kernel/governance/approvals.test.ts", "used again, edited, of another agent or of another user: refused"],
      ["src/kernel/governance/approvals.test.ts", "eight uses at once, over two processes, give one success"],
    ],
  },
  {
    number: 64,
    title: "approval for A applied to edited B",
    proven: [
      ["src/kernel/governance/approvals.test.ts", "used again, edited, of another agent or of another user: refused"],
    ],
  },
  {
    number: 65,
    title: "self-approval; approver demoted; expired approval",
    proven: [
      [
        "src/kernel/governance/approvals.test.ts",
        "one that has expired, was rejected, or whose approver may no longer approve does not count",
      ],
      ["src/kernel/governance/approvals.test.ts", "an agent never approves, not even for another"],
    ],
  },
  {
    number: 66,
    title: "dry run writes nothing",
    proven: [["test/dry-run.test.ts", "leaves root, rows, files and quota as they were"]],
    unasserted: { entry: "Nothing is refused: a rehearsal is answered, and leaves nothing, no entry either." },
  },
  {
    number: 67,
    title: "code replay",
    proven: [["test/hostile-oauth/codes.test.ts", "67: a code that comes again is refused"]],
  },
  {
    number: 68,
    title: "concurrent redemption of one code",
    proven: [
      [
        "test/end-to-end/oauth-processes.test.ts",
        "68, 75: of eight who redeem one code or one refresh token in two processes at once, one gets it",
      ],
    ],
  },
  {
    number: 69,
    title: "no PKCE",
    proven: [["test/hostile-oauth/codes.test.ts", "69, 70: neither no PKCE nor plain PKCE is taken"]],
  },
  {
    number: 70,
    title: "plain PKCE",
    proven: [["test/hostile-oauth/codes.test.ts", "69, 70: neither no PKCE nor plain PKCE is taken"]],
  },
  {
    number: 71,
    title: "wrong or missing verifier",
    proven: [["test/hostile-oauth/codes.test.ts", "71: a wrong or missing verifier gives nothing"]],
  },
  {
    number: 72,
    title: "redirect mismatch",
    proven: [["test/hostile-oauth/codes.test.ts", "72: the address for the answer is compared to the letter"]],
  },
  {
    number: 73,
    title: "code of client A redeemed by B",
    proven: [["test/hostile-oauth/codes.test.ts", "73: a code of one program is worth nothing to another"]],
  },
  {
    number: 74,
    title: "refresh reuse",
    proven: [["test/hostile-oauth/codes.test.ts", "74, 76: a refresh token works once"]],
  },
  {
    number: 75,
    title: "refresh × 8 concurrent",
    proven: [
      [
        "test/end-to-end/oauth-processes.test.ts",
        "68, 75: of eight who redeem one code or one refresh token in two processes at once, one gets it",
      ],
    ],
  },
  {
    number: 76,
    title: "refresh by another client",
    proven: [["test/hostile-oauth/codes.test.ts", "74, 76: a refresh token works once"]],
  },
  {
    number: 77,
    title: "wrong, missing, array audience",
    proven: [
      ["test/hostile-oauth/tokens.test.ts", "77, 78, 79: of all tokens that look right, only the right one is taken"],
    ],
  },
  {
    number: 78,
    title: "alg none; HS256 with the public key; unknown kid; ID token",
    proven: [
      ["test/hostile-oauth/tokens.test.ts", "77, 78, 79: of all tokens that look right, only the right one is taken"],
      ["test/hostile-oauth/tokens.test.ts", "78: a key that the token itself points to is never fetched"],
    ],
  },
  {
    number: 79,
    title: "exp/nbf skew; scope escalation on refresh",
    proven: [
      ["test/hostile-oauth/tokens.test.ts", "77, 78, 79: of all tokens that look right, only the right one is taken"],
      ["test/hostile-oauth/codes.test.ts", "79: renewing a token cannot widen it"],
    ],
  },
  {
    number: 80,
    title: "client-id metadata documents",
    proven: [
      ["test/hostile-oauth/client-documents.test.ts", "80: no connection is begun to any spelling of a place inside"],
      [
        "test/hostile-oauth/client-documents.test.ts",
        "80: a name that leads outside and then inside leads nowhere inside",
      ],
    ],
  },
  {
    number: 81,
    title: "consent CSRF, clickjacking, state reuse, iss",
    proven: [
      ["test/hostile-oauth/consent.test.ts", "81: a consent that the page of ours did not send counts for nothing"],
      ["test/hostile-oauth/consent.test.ts", "81: no page of signing in can be put into a frame"],
      ["test/hostile-oauth/consent.test.ts", "81: every answer names its issuer"],
    ],
  },
  {
    number: 82,
    title: "token in the query; in logs; passthrough",
    proven: [["test/hostile-oauth/tokens.test.ts", "82: a token in an address is refused"]],
  },
  {
    number: 83,
    title: "bad Origin / Host, rebinding, header/body mismatch",
    proven: [
      [HTTP, "a name that is not this server's is answered by no route"],
      [HTTP, "a page of another origin or of none is answered by no route"],
      [OVER_HTTP, "a modern request whose headers and body disagree is refused"],
    ],
    unasserted: BEFORE_ROUTES,
  },
  {
    number: 84,
    title: "CSRF to localhost",
    proven: [
      [HTTP, "a body that a form may send without asking is refused"],
      [HTTP, "a page of another origin or of none is answered by no route"],
    ],
    unasserted: BEFORE_ROUTES,
  },
  {
    number: 85,
    title: "stored XSS",
    proven: [
      [FILE_ROUTE, "a signed link gives the file, to be saved and never to be run"],
      [
        "test/end-to-end/http-surface.test.ts",
        "the dashboard is served with a policy that lets nothing foreign run in it",
      ],
      [
        "test/end-to-end/dashboard-people.test.ts",
        "an agent's deletion waits on the page, is done when a person approves it there, and all of it is in the audit",
      ],
    ],
    unasserted: {
      engines: NO_DATABASE,
      root: NO_STATE,
      entry: "Nothing is refused: what was stored is shown as text.",
    },
  },
  {
    number: 86,
    title: "signed URL edited, expired, revoked, HEAD / Range",
    proven: [
      [LINKS, "was changed or taken out is refused"],
      [LINKS, "a signed link opens its file until it expires"],
      [LINKS, "links are revoked for one file or for all of a user"],
      [FILE_ROUTE, "a part of a file is not given out by itself"],
      [FILE_ROUTE, "an edited link, another method and a file that is not there are refused"],
    ],
    unasserted: {
      root: "A link opens a file and changes nothing.",
      entry: "Whoever holds a link is nobody known; that it was revoked is recorded.",
    },
  },
  {
    number: 87,
    title: "rate limit and quota: race, clock jump, X-Forwarded-For",
    proven: [
      [WINDOWS, "a hundred calls at once over two processes, at a limit of ten: exactly ten are done"],
      [WINDOWS, "a clock that is set back gives nothing back"],
      [HTTP, "a rate is counted by where a call comes from, whatever its headers say of that"],
    ],
  },
  {
    number: 88,
    title: "stdout pollution",
    proven: [
      [STDOUT, "what else is printed while serving goes to stderr"],
      [STDOUT, "a dependency that prints a banner when it is loaded does not reach stdout"],
    ],
    unasserted: { engines: NO_DATABASE, root: NO_STATE, entry: "Nothing is refused." },
  },
  {
    number: 89,
    title: "canary absent from logs, errors, metrics",
    proven: [
      [PROCESS, "stays out of log lines, errors and metrics"],
      ["test/end-to-end/http-surface.test.ts", "and repeats nothing that was said"],
    ],
  },
  {
    number: 90,
    title: "stored-injection corpus",
    proven: [[PROCESS, "is data: it comes back with its source as it was said, in no description of a tool"]],
    unasserted: { entry: "Nothing is refused: the words are kept as words." },
  },
];

/** Cases that nothing shows yet, by what they wait for. Empty once everything stands. */
export const OWED: Readonly<Record<string, readonly number[]>> = {};
