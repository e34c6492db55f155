import { z } from "zod";

const Listen = z.object({
  method: z.literal("subscriptions/listen"),
  params: z.object({
    notifications: z.object({
      resourceSubscriptions: z.array(z.string()).optional(),
      resourcesListChanged: z.boolean().optional(),
    }),
  }),
});

/** Which resources a message asks to hear of, and whether of their list: none, unless it is a request to listen. */
export function readListen(message: unknown): { uris: readonly string[]; list: boolean } {
  const { resourceSubscriptions = [], resourcesListChanged = false } =
    Listen.safeParse(message).data?.params.notifications ?? {};
  return { uris: [...new Set(resourceSubscriptions)], list: resourcesListChanged };
}
