const callOf = (id: string, args: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"test_write","arguments":${args}}}`;

/** What must come back: a JSON-RPC error, or a refused tool call. */
export interface Refusal {
  readonly id: string | number | null;
  readonly code: number | string;
  /** What the answer names: the reason, or the argument at fault. */
  readonly names?: string;
}

/** Messages no honest client sends, each with the one right answer. Both transports must give it. */
export const HOSTILE: Readonly<Record<string, { readonly message: string | Buffer; readonly refusal: Refusal }>> = {
  "no JSON at all": { message: "{nope", refusal: { id: null, code: -32700 } },
  "a lone value": { message: "42", refusal: { id: null, code: -32600 } },
  "a batch": { message: '[{"jsonrpc":"2.0","id":"b","method":"ping"}]', refusal: { id: null, code: -32600 } },
  "an empty batch": { message: "[]", refusal: { id: null, code: -32600 } },
  "100 000 levels": {
    message: callOf('"deep"', `{"text":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
    refusal: { id: "deep", code: -32600, names: "nested deeper than 200" },
  },
  "100 000 levels never closed": {
    message: `{"jsonrpc":"2.0","id":"deep","params":${'{"a":'.repeat(100_000)}`,
    refusal: { id: "deep", code: -32600, names: "nested deeper than 200" },
  },
  "a key twice": {
    message: callOf('"twice"', '{"text":"one","text":"two"}'),
    refusal: { id: "twice", code: -32600, names: "a key that stands twice in one object" },
  },
  "a key twice, once in disguise": {
    message: callOf('"disguise"', '{"text":"one","te\\u0078t":"two"}'),
    refusal: { id: "disguise", code: -32600, names: "a key that stands twice in one object" },
  },
  "the key __proto__": {
    message: callOf('"proto"', '{"text":"x","__proto__":{"polluted":true}}'),
    refusal: { id: "proto", code: -32600, names: "the key __proto__" },
  },
  NaN: { message: callOf('"nan"', '{"text":NaN}'), refusal: { id: null, code: -32700 } },
  "1e400": {
    message: callOf('"big"', '{"text":1e400}'),
    refusal: { id: "big", code: -32600, names: "a number beyond the range of JSON readers" },
  },
  "2^53 + 1": {
    message: callOf('"odd"', '{"text":9007199254740993}'),
    refusal: { id: "odd", code: -32600, names: "an integer beyond 53 bits" },
  },
  "a lone surrogate": {
    message: callOf('"half"', '{"text":"\\ud800"}'),
    refusal: { id: "half", code: -32600, names: "a lone surrogate in a string" },
  },
  "broken UTF-8": {
    message: Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]),
    refusal: { id: null, code: -32700 },
  },
  "a NUL in an argument": {
    message: callOf('"nul"', '{"text":"a\\u0000b"}'),
    refusal: { id: "nul", code: "invalid_arguments", names: "text: must not contain a NUL character" },
  },
  "an argument of the wrong type": {
    message: callOf('"type"', '{"text":{"constructor":{"prototype":1}}}'),
    refusal: { id: "type", code: "invalid_arguments", names: "text: " },
  },
  "arguments that are a list": { message: callOf('"list"', '["text"]'), refusal: { id: "list", code: -32602 } },
  "an unknown tool": {
    message: '{"jsonrpc":"2.0","id":"tool","method":"tools/call","params":{"name":"constructor","arguments":{}}}',
    refusal: { id: "tool", code: -32602, names: "This server has no such tool" },
  },
  "an unknown method": {
    message: '{"jsonrpc":"2.0","id":"method","method":"tools/destroy"}',
    refusal: { id: "method", code: -32601 },
  },
  "no version": { message: '{"id":"v","method":"ping"}', refusal: { id: "v", code: -32600 } },
  "an id that is null": { message: callOf("null", '{"text":"x"}'), refusal: { id: null, code: -32600 } },
  "an id that is an object": { message: callOf('{"a":1}', '{"text":"x"}'), refusal: { id: null, code: -32600 } },
  "an id beyond 53 bits": {
    message: callOf("9007199254740993", '{"text":"x"}'),
    refusal: { id: 2 ** 53, code: -32600, names: "an integer beyond 53 bits" },
  },
};
