import { z } from "zod";

// The shapes of the official memory server, word for word: a client changes one line and goes on.

export const MemoryEntity = z.object({
  name: z.string().describe("The name of the entity"),
  entityType: z.string().describe("The type of the entity"),
  observations: z.array(z.string()).describe("An array of observation contents associated with the entity"),
});
export type MemoryEntity = z.output<typeof MemoryEntity>;

export const MemoryRelation = z.object({
  from: z.string().describe("The name of the entity where the relation starts"),
  to: z.string().describe("The name of the entity where the relation ends"),
  relationType: z.string().describe("The type of the relation"),
});
export type MemoryRelation = z.output<typeof MemoryRelation>;

export const MemoryGraph = z.object({ entities: z.array(MemoryEntity), relations: z.array(MemoryRelation) });
export type MemoryGraph = z.output<typeof MemoryGraph>;

/** What deletions answer, whether or not there was something to delete. */
export const Deleted = z.object({ success: z.boolean(), message: z.string() });
