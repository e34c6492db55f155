import type { Sparse } from "./embedding.ts";
import { hashedSum, joinParts } from "./hashed.ts";
import { countsOf, tellingStems } from "./words.ts";

const HALF = 384;
/** Both halves hash alike, so that the effect of one memory can meet the cause of another. */
const SEED = 5;

/** Phrases as whole words; letters of every language count as letters. */
const phrases = (...lists: string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${lists.join("|")})(?![\p{L}\p{N}_])`, "iu");

/** What follows these is the cause of what stands before them. */
const CAUSE_AFTER = phrases(
  "because of|because|since|due to|owing to|as a result of|caused by|thanks to|stems? from|stemmed from|results? from|resulted from",
  "weil|wegen|aufgrund|infolge",
  "parce que|parce qu['’]|à cause d(?:e|u|es)|en raison d(?:e|u|es)",
  "porque|debido a|debido al|a causa del?",
);
/** What follows these is the effect of what stands before them. */
const EFFECT_AFTER = new RegExp(
  `${
    phrases(
      "therefore|thus|hence|consequently|as a result|so that|which means|leads? to|led to|leading to|causes|cause|caused|causing|results? in|resulted in|makes?|made|triggers?|triggered|forces?|forced|prevents?|prevented|so",
      "deshalb|deswegen|daher|folglich|sodass|führte? zu|führten zu|verursachte?|verursachten",
      "donc|par conséquent|c['’]est pourquoi|entraîne|entraîna|a entraîné|provoque|a provoqué",
      "por eso|por lo tanto|así que|provocó|causó|llevó a",
    ).source
  }|(?:->|→|⇒)`,
  "iu",
);

export interface Roles {
  readonly cause: string;
  readonly effect: string;
}

/** What is said to cause and what to follow from it; undefined where a sentence says neither. */
export function rolesOf(sentence: string): Roles | undefined {
  const because = CAUSE_AFTER.exec(sentence);
  const therefore = EFFECT_AFTER.exec(sentence);
  // `caused by` holds `caused`: the longer one counts.
  const first = because !== null && (therefore === null || because.index <= therefore.index) ? because : therefore;
  if (first === null) return undefined;
  const before = sentence.slice(0, first.index);
  const after = sentence.slice(first.index + first[0].length);
  if (first !== because) return { cause: before, effect: after };
  // `Because it rained, the road flooded`: the cause ends at the comma.
  if (before.trim() !== "") return { cause: after, effect: before };
  const comma = after.indexOf(",");
  return comma < 0 ? undefined : { cause: after.slice(0, comma), effect: after.slice(comma + 1) };
}

/** How much a text that names no cause counts in either role. */
const UNMARKED_WEIGHT = 0.5;

/** E5: what a text says as a cause in the first half, as an effect in the second. The two differ, so does each direction. */
export function embedCausal(text: string): Sparse {
  const cause = hashedSum(HALF, SEED);
  const effect = hashedSum(HALF, SEED, HALF);
  for (const sentence of text.split(/[.!?;\n]+/)) {
    const roles = rolesOf(sentence);
    const weight = roles === undefined ? UNMARKED_WEIGHT : 1;
    for (const [stem, count] of countsOf(tellingStems(roles?.cause ?? sentence))) cause.add(stem, weight * count);
    for (const [stem, count] of countsOf(tellingStems(roles?.effect ?? sentence))) effect.add(stem, weight * count);
  }
  const length = Math.SQRT1_2;
  return joinParts(
    [
      { weights: cause.weights, length },
      { weights: effect.weights, length },
    ],
    2 * HALF,
  );
}
