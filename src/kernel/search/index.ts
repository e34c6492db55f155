export { createEmbedder, type Embedder, type EmbedderChoice } from "./embed/index.ts";
export { searchMigration } from "./migrations.ts";
export { createSearchRoom, type SearchRoom } from "./search-room.ts";
