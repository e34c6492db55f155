/**
 * What a server remembers of one connection, in memory only and gone when it closes.
 * A client of the newest protocol era has no connection over HTTP: then `kept` is false and nothing outlives the call.
 */
export interface Session {
  readonly kept: boolean;
  get<Value>(key: string): Value | undefined;
  set(key: string, value: unknown): void;
}
