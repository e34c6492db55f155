import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

const EVENTS_KEPT = 256;

/** Remembers the last messages of one session, so that a client whose stream broke can ask for what it missed. */
export function createEventStore(): EventStore {
  const kept = new Map<string, { streamId: string; message: JSONRPCMessage }>();
  let counter = 0;
  return {
    async storeEvent(streamId, message) {
      counter += 1;
      const eventId = `${streamId}_${counter}`;
      kept.set(eventId, { streamId, message });
      const oldest = kept.keys().next().value;
      if (kept.size > EVENTS_KEPT && oldest !== undefined) kept.delete(oldest);
      return eventId;
    },
    getStreamIdForEventId: async (eventId) => kept.get(eventId)?.streamId,
    async replayEventsAfter(lastEventId, { send }) {
      const streamId = kept.get(lastEventId)?.streamId ?? "";
      let after = false;
      for (const [eventId, event] of kept) {
        if (after && event.streamId === streamId) await send(eventId, event.message);
        if (eventId === lastEventId) after = true;
      }
      return streamId;
    },
  };
}
