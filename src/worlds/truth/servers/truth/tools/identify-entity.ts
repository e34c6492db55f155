import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { SIGNAL_WEIGHTS, type Signal } from "../../../model/identity/likeness.ts";
import { EntityType } from "../../../model/inputs.ts";
import { findCandidates } from "../../../read/identify-candidates.ts";
import type { Truth } from "../../../truth.ts";

/** A match is named only when it is likely by itself and clearly before the next. */
const MATCH_LEAST = 0.6;
const LEAD_LEAST = 0.1;
const CANDIDATES_MAX = 10;

const SignalText = z.string().trim().min(1).max(1000).optional();

const Candidate = z.object({
  entity_id: z.string(),
  entity_type: z.string(),
  canonical_name: z.string(),
  score: z.number(),
  matched_signals: z.array(z.enum(Object.keys(SIGNAL_WEIGHTS) as [Signal, ...Signal[]])),
});

export const identifyEntity = defineTool({
  name: "identify_entity",
  title: "Recognise an entity",
  description: [
    "Which known entity do these signals mean? Give what you have: name, email, domain, phone, company.",
    "Each matching signal has a fixed weight; the score is 1 − Π(1 − weight). A match is named from 0.6 on, if it leads by 0.1.",
    "Nothing is stored. match null with candidates means: look at them and decide; without any: it is new, use store_structured.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    name: SignalText.describe("Name of the person, company or thing"),
    email: SignalText,
    domain: SignalText.describe("Web domain, such as acme.com"),
    phone: SignalText,
    company: SignalText.describe("Organisation the person belongs to"),
    entity_type: EntityType.optional(),
  }),
  output: z.object({
    match: Candidate.nullable(),
    candidates: z.array(Candidate),
    explanation: z.string(),
  }),
  async run(input, truth: Truth) {
    const { entity_type, ...signals } = input;
    if (Object.values(signals).every((signal) => signal === undefined)) {
      throw refuse("VALIDATION_ERROR", "Give at least one of name, email, domain, phone, company.", {
        problems: [{ path: "", message: "needs a signal" }],
      });
    }
    const found = await findCandidates(truth, signals, entity_type);
    const candidates = found.slice(0, CANDIDATES_MAX);
    const [best, next] = candidates;
    const lead = (best?.score ?? 0) - (next?.score ?? 0);
    const isMatch = best !== undefined && best.score >= MATCH_LEAST && lead >= LEAD_LEAST;
    return { match: isMatch ? best : null, candidates, explanation: explain(best, lead, isMatch) };
  },
});

function explain(
  best: { score: number; matched_signals: readonly Signal[] } | undefined,
  lead: number,
  isMatch: boolean,
): string {
  if (best === undefined) return "No known entity shares a signal with this description.";
  const why = `The best candidate matches by ${best.matched_signals.join(", ")} with a score of ${best.score}`;
  if (isMatch) return `${why}, and no other comes near.`;
  if (best.score < MATCH_LEAST) return `${why}, which is below ${MATCH_LEAST}.`;
  return `${why}, but another is only ${Math.round(lead * 1000) / 1000} behind.`;
}
