import type { Absent, Embedder } from "../embed/index.ts";
import { embeddedText, kindOf } from "../rank/index.ts";
import type { Pending } from "../store/pending-store.ts";

const REMEMBERED = 256;

/** Vectors of documents that wait for theirs. */
export interface MadeVectors {
  /** In the order of the documents; refused where there is no model. Where nobody waits for them, queries go first. */
  of(documents: readonly Pending[], signal?: AbortSignal, isPatient?: boolean): Promise<Float32Array[]>;
}

/** A query makes what waits in its space and may not write it: it is remembered until whoever writes comes by. */
export function createMadeVectors(embedder: () => Promise<Embedder | Absent>): MadeVectors {
  const known = new Map<string, Float32Array>();
  const remember = (name: string, vector: Float32Array) => {
    known.set(name, vector);
    const oldest = known.keys().next().value;
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  };
  return {
    async of(documents, signal, isPatient) {
      const model = await embedder();
      if ("absent" in model) throw new Error(model.absent);
      const texts = documents.map(textToEmbed);
      const nameOf = (text: string) => `${model.model}\0${text}`;
      const kept = new Map(texts.map((text) => [text, known.get(nameOf(text))]));
      const unknown = [...kept].flatMap(([text, vector]) => (vector === undefined ? [text] : []));
      const made = await model.embed(unknown, signal, isPatient);
      for (const [index, text] of unknown.entries()) {
        const vector = made[index];
        if (vector === undefined) throw new Error("the model gave fewer vectors than it was given texts");
        kept.set(text, vector);
        remember(nameOf(text), vector);
      }
      return texts.flatMap((text) => kept.get(text) ?? []);
    },
  };
}

/** A short turn is embedded with the one before it: an answer means what was asked. */
function textToEmbed({ unit, text, before }: Pending): string {
  return kindOf(unit) === "turn" && before !== null ? embeddedText({ text }, { text: before }) : embeddedText({ text });
}
