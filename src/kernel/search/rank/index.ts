export { cosine } from "./dense.ts";
export type { Kind, RankDocument, TermStatistics, Vectors } from "./document.ts";
export { embeddedText } from "./embedded-text.ts";
export { kindOf } from "./kind.ts";
export { type PreparedDocument, prepare } from "./prepare.ts";
export { type RankedDocument, type Ranking, type RankOptions, rank } from "./rank.ts";
export { withoutNames } from "./speakers.ts";
export { terms } from "./terms.ts";
