import type { Session } from "../session.ts";

/** What all connections of this process remember. */
export interface SessionMemory {
  of(connection: string, kept: boolean): Session;
  /** Forgets a connection that has closed. */
  end(connection: string): void;
}

export function createSessionMemory(): SessionMemory {
  const memories = new Map<string, Map<string, unknown>>();
  return {
    of(connection, kept) {
      return {
        kept,
        get: <Value>(key: string) => memories.get(connection)?.get(key) as Value | undefined,
        set(key, value) {
          if (!kept) return;
          const memory = memories.get(connection) ?? new Map<string, unknown>();
          memory.set(key, value);
          memories.set(connection, memory);
        },
      };
    },
    end: (connection) => void memories.delete(connection),
  };
}
