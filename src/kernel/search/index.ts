export { createEmbedder, type Embedder, type EmbedderChoice } from "./embed/index.ts";
export type { ReindexReport } from "./reindex/reindex.ts";
export { createSearchIndex, type SearchIndex, type SearchStanding } from "./search-index.ts";
export { searchMigrations } from "./search-migrations.ts";
