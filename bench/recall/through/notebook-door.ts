import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOOR, endServer, startServer } from "../../kit/server-process.ts";
import { openSession } from "../../truth/session.ts";
import type { Space } from "../corpus.ts";
import { type Door, makeWorkplace, untilWhole, wordsOf } from "./door.ts";
import type { VectorEndpoint } from "./vector-endpoint.ts";

interface Found {
  readonly results: readonly { readonly source_pointer: { readonly notebook_id: string; readonly page: number } }[];
  readonly search_note?: string;
}

/** The notebook world: a session is a notebook of JSON with a page a turn, brought in by the command line. */
export async function openNotebookDoor(space: Space, vectors: VectorEndpoint): Promise<Door> {
  const workplace = makeWorkplace(vectors);
  const turnOf = write(join(workplace.folder, "talks"), space);
  await endServer(startServer([DOOR, "import", "notebook", join(workplace.folder, "talks"), ...workplace.flags]));
  const session = await openSession([DOOR, "mcp", "notebook", ...workplace.flags]);
  await session.call("enter_collection", { collection_id: "talks" });
  const search = async (query: string, k: number) =>
    (await session.call("semantic_search", { query, k })) as unknown as Found;
  await untilWhole(async () => (await search("Who spoke of what, and when?", 1)).search_note ?? "");
  return {
    async ask(question, limit) {
      const { results } = await search(question, limit);
      return results.map(({ source_pointer: { notebook_id, page } }) => turnOf.get(`${notebook_id} ${page}`) ?? "");
    },
    async close() {
      await session.close();
      workplace.remove();
    },
  };
}

/** Which turn a page of a notebook is. */
function write(folder: string, { documents }: Space): Map<string, string> {
  mkdirSync(folder);
  const turnOf = new Map<string, string>();
  for (const [nth, turns] of [...Map.groupBy(documents, ({ group }) => group).values()].entries()) {
    const notebook_id = `session-${nth}`;
    const pages = turns.map((turn, page) => {
      turnOf.set(`${notebook_id} ${page}`, turn.id);
      return {
        page,
        text: wordsOf(turn),
        ...(turn.at !== undefined && { timestamp: new Date(turn.at).toISOString() }),
      };
    });
    writeFileSync(join(folder, `${notebook_id}.json`), JSON.stringify({ notebook_id, title: notebook_id, pages }));
  }
  return turnOf;
}
