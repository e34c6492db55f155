import { describe, expect, test } from "vitest";
import { KernelError } from "../../kernel/index.ts";
import { readWorldConfig } from "../../kernel/world-config.ts";
import { readConfig } from "./config.ts";
import { notebook } from "./index.ts";

const configOf = (raw: unknown) => readConfig(readWorldConfig(notebook, raw), "/data");

describe("the configuration", () => {
  test("is the contract's ServerConfig, with its defaults", () => {
    const storage = { type: "filesystem", path: "/data/notebooks" };
    expect(configOf(undefined)).toEqual({
      notebook_storage: storage,
      vector_storage: { type: "embedded" },
      artifact_storage: storage,
      constraints: {
        max_passage_context: 500,
        max_search_results: 50,
        stream_timeout_s: 300,
        stream_chunk_size: 10,
      },
      // Of our own: who may read which collection, where several people sign in.
      collections: {},
      unlisted_collections: "everyone",
    });
  });

  test("knows filesystem, s3 and supabase, and where artifacts are kept apart", () => {
    const keys = { access_key_id: "k", secret_access_key: "s" };
    const endpoint = "https://project.supabase.co/storage/v1/s3";
    const config = configOf({
      notebook_storage: { type: "supabase", path: "s3://notes/all", endpoint, ...keys },
      artifact_storage: { type: "filesystem", path: "made" },
      vector_storage: { type: "pgvector", connection: "postgres://db" },
    });
    expect(config.notebook_storage).toEqual({ type: "supabase", path: "s3://notes/all", endpoint, ...keys });
    expect(config.artifact_storage).toEqual({ type: "filesystem", path: "/data/made" });
    expect(config.vector_storage).toEqual({ type: "pgvector", connection: "postgres://db" });
  });

  test.each([
    [{ constraint: {} }, "notebook"],
    [{ constraints: { max_search_results: 51 } }, "notebook.constraints.max_search_results"],
    [{ constraints: { stream_timeout_s: 0 } }, "notebook.constraints.stream_timeout_s"],
    [{ vector_storage: { type: "chroma" } }, "notebook.vector_storage.type"],
    [{ notebook_storage: { type: "s3", path: "bucket" } }, "notebook.notebook_storage.path"],
    [{ artifact_storage: { type: "supabase", path: "s3://b" } }, "notebook.artifact_storage.type"],
  ])("refuses %j by the name of the setting", (raw, name) => {
    expect(() => configOf(raw)).toThrow(new RegExp(`The setting ${name.replaceAll(".", "\\.")} `));
  });

  test.each([
    [{ constrants: {} }, "The setting notebook is wrong: there is no setting constrants; did you mean constraints?"],
    [
      { constraints: { max_search_result: 3 } },
      "The setting notebook.constraints is wrong: there is no setting max_search_result; did you mean max_search_results?",
    ],
    [{ constraints: { zzzzzz: 3 } }, "The setting notebook.constraints is wrong: there is no setting zzzzzz"],
    [
      { vector_storage: { type: "embedded", conection: "x" } },
      "The setting notebook.vector_storage is wrong: there is no setting conection; did you mean connection?",
    ],
    [
      { notebook_storage: { type: "filesystem", path: "x", regoin: "y" } },
      "The setting notebook.notebook_storage is wrong: there is no setting regoin",
    ],
  ])("answers a slip of the hand in %j with what was probably meant", (raw, message) => {
    expect(() => configOf(raw)).toThrow(new KernelError("invalid_arguments", message));
  });
});
