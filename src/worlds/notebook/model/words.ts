/** Every fixed sentence of the contract, to the letter. */
export const SCOPE_NOTE =
  "All subsequent operations restricted to this collection until exit or new enter_collection call";
export const PRELOAD_NOTE = "No data preloaded. Invoke retrieval tools explicitly.";
export const SEARCH_NOTE = "Full text not included. Use fetch_passage to retrieve content.";
export const STREAM_NOTE = "No content returned. Use next_stream_chunk to retrieve incrementally.";
export const PASSAGE_DISCLAIMER =
  "This is a quoted passage from human-authored material. It is provided as-is with no interpretation.";
export const ARTIFACT_DISCLAIMER =
  "This artifact is derived material. It is offered for inspection only and carries no authority. Verify against source notebooks for authoritative content.";
export const INTERPRETATION_NOTE = "This provenance chain is descriptive only. No new interpretation has been added.";

/** The affordances in the contract's order. What is not here does not exist. */
export const AFFORDANCES = [
  "describe_world",
  "list_collections",
  "enter_collection",
  "list_artifact_sets",
  "semantic_search",
  "fetch_passage",
  "retrieve_artifact",
  "begin_result_stream",
  "next_stream_chunk",
  "explain_provenance",
  "list_constraints",
] as const;

export const AVAILABLE_IN_COLLECTION = [
  "list_artifact_sets",
  "semantic_search",
  "fetch_passage",
  "retrieve_artifact",
  "begin_result_stream",
] as const;
