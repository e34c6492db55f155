import type { Server } from "@modelcontextprotocol/server";

export type ChangedList = "tools" | "prompts" | "resources";

/** Tells one connected client that a list changed. */
export async function announceList(server: Server | undefined, list: ChangedList): Promise<void> {
  if (list === "tools") await server?.sendToolListChanged();
  else if (list === "prompts") await server?.sendPromptListChanged();
  else await server?.sendResourceListChanged();
}
