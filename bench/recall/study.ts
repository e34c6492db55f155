import { FEATURES, type Feature } from "../../src/kernel/search/rank/features.ts";
import { learnWeights } from "./learn.ts";
import { bestOf, mean, recallAt } from "./measures.ts";
import { hasLongTurns, type Sample } from "./samples.ts";

/** What a set of features reaches in chats that took no part in its training. */
export interface StudyRow {
  readonly name: string;
  readonly locomoAt10: number;
  readonly multiHopAt10: number;
  readonly beamAt10: number;
}

const ALL = Object.keys(FEATURES) as Feature[];
const MULTI_HOP = "1";

const VARIANTS: readonly (readonly [name: string, without: (feature: Feature) => boolean])[] = [
  ["all features", () => false],
  ["without neighbours and groups", (feature) => FEATURES[feature] === "context" || /_(around|group)$/.test(feature)],
  ["without groups", (feature) => feature.endsWith("_group")],
  ["without related words", (feature) => feature.startsWith("kin")],
  ["without exact coverage", (feature) => feature === "coverage" || feature === "coverage_before"],
  ["without the speaker", (feature) => FEATURES[feature] === "speaker"],
  ["without dates", (feature) => feature === "date"],
  ["without the kind of question", (feature) => feature.endsWith("_when")],
  ["without shape", (feature) => FEATURES[feature] === "shape"],
  ["BM25 alone", (feature) => feature !== "words"],
];

/** Leaves one chat out at a time, trains on the others, asks in the one left out. */
export function study(samples: readonly Sample[], model: "hybrid" | "text"): StudyRow[] {
  const chats = samples.filter(({ space, evidence }) => space.kind === "turn" && evidence.length > 0);
  const usable = ALL.filter((feature) => model === "hybrid" || FEATURES[feature] !== "meaning");
  return VARIANTS.map(([name, without]) => {
    const features = usable.filter((feature) => !without(feature));
    const found = leaveOneOut(chats, features);
    const at10 = (keep: (sample: Sample) => boolean) =>
      100 * mean(found.filter(({ sample }) => keep(sample)).map(({ recall }) => recall));
    return {
      name: model === "hybrid" ? name : `${name}, no model`,
      locomoAt10: at10(({ space }) => space.corpus === "locomo"),
      multiHopAt10: at10(({ space, question }) => space.corpus === "locomo" && question.category === MULTI_HOP),
      beamAt10: at10(({ space }) => space.corpus === "beam"),
    };
  });
}

function leaveOneOut(chats: readonly Sample[], features: readonly Feature[]): { sample: Sample; recall: number }[] {
  const names = [...new Set(chats.map(({ space }) => space.name))];
  const long = new Set(
    names.filter((name) => chats.some((sample) => sample.space.name === name && hasLongTurns(sample))),
  );
  return names.flatMap((name) => {
    // As the product: long turns have weights of their own.
    const weights = learnWeights(
      chats.filter(({ space }) => space.name !== name && (long.has(space.name) || !long.has(name))),
      features,
    );
    const left = chats.filter(({ space }) => space.name === name);
    return left.map((sample) => ({
      sample,
      recall: recallAt(10, bestOf(sample, weights, 10), sample.question.evidence),
    }));
  });
}
