export { fold, NOTHING, reduce } from "./fold.ts";
export { type FoldedMetadata, reduceMetadata } from "./metadata.ts";
export { type Shown, shown } from "./shown.ts";
