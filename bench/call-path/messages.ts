/** Which protocol a client speaks: 2025-11-25 with its opening exchange, or 2026-07-28 without. */
export type Era = "legacy" | "modern";

export const MODERN_VERSION = "2026-07-28";
export const LEGACY_VERSION = "2025-11-25";

const CLIENT = { name: "bench", version: "1" };

const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

export const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: LEGACY_VERSION, capabilities: {}, clientInfo: CLIENT },
});
export const INITIALIZED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
export const LIST_TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });

/** One tool with the arguments to go round in. */
export interface Question {
  readonly tool: string;
  readonly arguments: readonly Readonly<Record<string, unknown>>[];
}

/** Every message has an id of its own and the same number of digits in it, so that its length is known beforehand. */
const FIRST_ID = 1_000_000_000;
let nextId = FIRST_ID;

/** Makes the calls of one question, put together from ready-made halves. */
export function messagesOf(question: Question, era: Era): () => string {
  const tails = question.arguments.map((args) => {
    const params = { name: question.tool, arguments: args, ...(era === "modern" && { _meta: MODERN_META }) };
    return `,"method":"tools/call","params":${JSON.stringify(params)}}`;
  });
  let turn = 0;
  return () => {
    turn = (turn + 1) % tails.length;
    nextId += 1;
    return `{"jsonrpc":"2.0","id":${nextId}${tails[turn]}`;
  };
}

/** An answer that is no answer would make any server fast. */
export function refuseFailure(answers: Buffer): void {
  if (answers.includes('"isError":true') || answers.includes('"error":{')) {
    throw new Error(`a call failed: ${answers.toString("utf8").slice(0, 500)}`);
  }
}
