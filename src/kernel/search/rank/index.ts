export { type RankDocument, rank, type TermStatistics, type Vectors } from "./rank.ts";
export { terms } from "./terms.ts";
