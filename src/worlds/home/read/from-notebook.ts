import type { Answer, Home } from "../home.ts";
import { proofId } from "../model/proof-id.ts";
import { type Asked, type Evidence, type Found, NOTHING, whyNot } from "./found.ts";

const COLLECTIONS_MAX = 5;
const HITS_MAX = 5;

/** Passages of notebooks, each held against its file. Their time is that of the file, so the past is not asked there. */
export async function fromNotebook(home: Home, { question, k, as_of }: Asked): Promise<Found> {
  const listed = await home.ask("notebook", "list_collections", {});
  if ("refused" in listed) return { ...NOTHING, notes: [whyNot("Notebooks", listed.refused)] };
  const collections = listed.value.collections.filter(({ notebook_count }: Answer) => notebook_count > 0);
  if (collections.length === 0) return NOTHING;
  if (as_of !== undefined) return { ...NOTHING, notes: ["Notebooks know no past and were left out."] };
  const evidence: Evidence[] = [];
  for (const { collection_id } of collections.slice(0, COLLECTIONS_MAX)) {
    evidence.push(...(await passagesOf(home, collection_id, question, Math.min(k, HITS_MAX))));
  }
  const left = collections.length - COLLECTIONS_MAX;
  return {
    evidence,
    confidence: Math.max(0, ...evidence.map(({ score }) => score)),
    notes: left > 0 ? [`${left} collections of notebooks were not searched.`] : [],
  };
}

async function passagesOf(home: Home, collection_id: string, query: string, k: number): Promise<Evidence[]> {
  const entered = await home.ask("notebook", "enter_collection", { collection_id });
  if ("refused" in entered) return [];
  const { context_handle } = entered.value;
  const handle = context_handle === undefined ? {} : { context_handle };
  const found = await home.ask("notebook", "semantic_search", { query, k, ...handle });
  if ("refused" in found) return [];
  const evidence: Evidence[] = [];
  for (const { reference_id, relevance_score } of found.value.results) {
    const fetched = await home.ask("notebook", "fetch_passage", { source_id: reference_id, ...handle });
    if ("refused" in fetched) continue;
    const { passage, provenance } = fetched.value;
    evidence.push({
      proof_id: proofId({ of: "passage", collection_id, reference_id }),
      quote: passage.exact_text,
      from: "notebook",
      score: relevance_score,
      source: {
        id: reference_id,
        title: provenance.notebook_title,
        when: provenance.timestamp === null ? null : new Date(provenance.timestamp).toISOString(),
        author: null,
      },
    });
  }
  return evidence;
}
