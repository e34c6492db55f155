import { createRealEnv } from "../../src/apps/real-env.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import type { SearchDocument } from "../../src/kernel/search.ts";
import { type Engine, openTestKernel } from "./kernel.ts";
import { startPgvector } from "./pgvector.ts";

const passage = (id: string, text: string): SearchDocument => ({ space: "s", id, unit: "passage", text });

/** What is kept, and a question that shares no word with it. */
const KEPT: readonly (readonly [id: string, text: string, question: string])[] = [
  ["doctor", "The physician prescribed pills against her fever.", "medical treatment for an illness"],
  ["boat", "Sails were mended in the harbour all winter.", "repairing a yacht at the port"],
  ["baker", "Fresh loaves leave the oven at four each morning.", "when is bread baked"],
  ["thief", "Burglars took jewels from the villa on Sunday night.", "who stole diamonds out of a house"],
  ["pupil", "Children learn sums and spelling in the village hall.", "school lessons about mathematics"],
];
const ABOUT = ["gravel", "wallpaper", "a parking ticket", "the bicycle pump", "curtain rails", "printer toner"];

export interface AskedAtOnce {
  readonly asked: number;
  readonly found: number;
  readonly byMeaning: number;
  readonly emptyAnswers: number;
}

/** Stores an unrelated note, then at once asks by meaning for something that was there before, again and again. */
export async function askAtOnce(engine: Engine, rounds: number): Promise<AskedAtOnce> {
  const databaseUrl = engine === "postgres" ? await startPgvector() : undefined;
  const kernel = await openTestKernel({ env: createRealEnv(), databaseUrl, worlds: [] });
  const database = await kernel.parts.database();
  await kernel.derive(({ search }) => search.index(KEPT.map(([id, text]) => passage(id, text))));
  let [found, byMeaning, emptyAnswers] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const note = passage(`note ${round}`, `Note ${round}: remember ${ABOUT[round % ABOUT.length]}.`);
    await kernel.derive(({ search }) => search.index([note]));
    const [id, , text] = KEPT[round % KEPT.length] ?? ["", "", ""];
    const answer = await database.read(EVERY_TENANT, (sql) =>
      kernel.parts.searchOn(sql, "local").find({ space: "s", text, limit: 3 }),
    );
    if (answer.hits[0]?.document.id === id) found += 1;
    if (answer.mode === "hybrid") byMeaning += 1;
    if (answer.hits.length === 0) emptyAnswers += 1;
  }
  await kernel.close();
  return { asked: rounds, found, byMeaning, emptyAnswers };
}
