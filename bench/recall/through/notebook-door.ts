import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOOR, endServer, startServer } from "../../kit/server-process.ts";
import { openSession } from "../../truth/session.ts";
import type { Space } from "../corpus.ts";
import { type Door, makeWorkplace, untilWhole, wordsOf } from "./door.ts";
import type { VectorEndpoint } from "./vector-endpoint.ts";

interface Found {
  readonly results: readonly {
    readonly reference_id: string;
    readonly source_pointer: { readonly notebook_id: string };
  }[];
  readonly search_note?: string;
}

/** The notebook world: a session is a text file as chats are exported, brought in by the command line. */
export async function openNotebookDoor(space: Space, vectors: VectorEndpoint): Promise<Door> {
  const workplace = makeWorkplace(vectors);
  const talks = write(join(workplace.folder, "talks"), space);
  await endServer(startServer([DOOR, "import", "notebook", join(workplace.folder, "talks"), ...workplace.flags]));
  const session = await openSession([DOOR, "mcp", "notebook", ...workplace.flags]);
  await session.call("enter_collection", { collection_id: "talks" });
  const search = async (query: string, k: number) =>
    (await session.call("semantic_search", { query, k })) as unknown as Found;
  await untilWhole(async () => (await search("Who spoke of what, and when?", 1)).search_note ?? "");
  const turnOf = new Map<string, string>();
  return {
    async ask(question, limit) {
      const { results } = await search(question, limit);
      for (const { reference_id, source_pointer } of results) {
        if (turnOf.has(reference_id)) continue;
        const { passage } = (await session.call("fetch_passage", { source_id: reference_id })) as {
          passage: { exact_text: string };
        };
        const turns = talks.get(source_pointer.notebook_id) ?? [];
        const isWhole = turns.find((turn) => wordsOf(turn).trim() === passage.exact_text);
        const turn = isWhole ?? turns.find((one) => wordsOf(one).includes(passage.exact_text));
        turnOf.set(reference_id, turn?.id ?? "");
      }
      return results.map(({ reference_id }) => turnOf.get(reference_id) ?? "");
    },
    async close() {
      await session.close();
      workplace.remove();
    },
  };
}

/** The turns of each notebook, each written with its time and who speaks. */
function write(folder: string, { documents }: Space): Map<string, Space["documents"]> {
  mkdirSync(folder);
  const talks = new Map<string, Space["documents"]>();
  for (const [nth, turns] of [...Map.groupBy(documents, ({ group }) => group).values()].entries()) {
    talks.set(`session-${nth}`, turns);
    const lines = turns.map((turn) => {
      const at = turn.at === undefined ? "" : `[${new Date(turn.at).toISOString().slice(0, 19).replace("T", " ")}] `;
      return `${at}${turn.speaker ?? "someone"}: ${wordsOf(turn)}\n`;
    });
    writeFileSync(join(folder, `session-${nth}.txt`), lines.join(""));
  }
  return talks;
}
