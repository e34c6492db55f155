import { refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import type { Modelled } from "../model/spaces/embed.ts";
import { toLengthOne } from "../model/spaces/embedding.ts";

/** The model reads 256 tokens at once, which is about so many characters. */
const WINDOW_CHARS = 1000;
/** A longer text is read at so many places, spread evenly: reading all of it would take seconds. */
const WINDOWS_MAX = 8;
const MODEL_WIDTH = 384;

/** What the sentence model makes of some texts, and which model it is. */
export async function modelTexts(
  { scope }: Graph,
  texts: readonly string[],
): Promise<{ model: string; modelled: Modelled[] }> {
  const windows = texts.map(windowsOf);
  const embedded = await scope.embed(windows.flat(), { tokens: true });
  if ("absent" in embedded || embedded.tokens === undefined) {
    const why = "absent" in embedded ? embedded.absent : "it shows no tokens";
    throw refuse("EMBEDDING_ERROR", `No fingerprint can be made without the sentence model: ${why}`, "model_absent");
  }
  if (embedded.vectors.some(({ length }) => length !== MODEL_WIDTH)) {
    throw refuse("EMBEDDING_ERROR", "The graph needs a sentence model of 384 dimensions", "model_of_other_width");
  }
  let next = 0;
  const modelled = windows.map((own): Modelled => {
    const at = next;
    next += own.length;
    return {
      vector: meanOf(embedded.vectors.slice(at, next)),
      tokens: embedded.tokens?.slice(at, next) ?? [],
    };
  });
  return { model: embedded.model, modelled };
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(MODEL_WIDTH);
  for (const vector of vectors) {
    for (const [at, value] of vector.entries()) sum[at] = (sum[at] as number) + value;
  }
  return toLengthOne(sum);
}

function windowsOf(text: string): string[] {
  const count = Math.ceil(text.length / WINDOW_CHARS);
  if (count <= 1) return [text];
  const taken = Math.min(count, WINDOWS_MAX);
  return Array.from({ length: taken }, (_, at) => {
    const start = Math.floor((at * (text.length - WINDOW_CHARS)) / (taken - 1));
    return text.slice(start, start + WINDOW_CHARS);
  });
}
