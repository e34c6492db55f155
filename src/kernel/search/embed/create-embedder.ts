import type { Env } from "../../env.ts";
import { locateBundledModel, planBundledModel } from "./bundled-model.ts";
import type { Absent, Embedder, EmbedderChoice } from "./embedder.ts";
import { planFolderModel } from "./folder-model.ts";
import type { ModelFiles, ModelPlan } from "./model-plan.ts";
import { createOpenAiEmbedder } from "./openai-embedder.ts";
import { createWorkerEmbedder } from "./worker-embedder.ts";

export interface EmbedderParts {
  readonly env: Pick<Env, "sleep">;
  /** How many threads a model of this process may use; one unless said. */
  readonly threads?: number;
  /** Where the bundled model lies, if not in its package. */
  readonly bundledModel?: () => Promise<ModelFiles | undefined>;
}

/** Finds and checks the model of this choice. It is loaded, in a thread of its own, by the first text. */
export async function createEmbedder(choice: EmbedderChoice, parts: EmbedderParts): Promise<Embedder | Absent> {
  switch (choice.provider) {
    case "bundled":
      return run(await planBundledModel(await (parts.bundledModel ?? locateBundledModel)()), parts);
    case "path":
      return run(await planFolderModel(choice.folder), parts);
    case "openai":
      return isHttpAddress(choice.url)
        ? createOpenAiEmbedder(choice, parts.env.sleep)
        : { absent: "the address of the embedding endpoint is not an http or https address" };
  }
}

const run = (plan: ModelPlan | Absent, { threads = 1 }: EmbedderParts): Embedder | Absent =>
  "absent" in plan ? plan : createWorkerEmbedder(plan, threads);

function isHttpAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
