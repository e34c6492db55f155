import type { JsonObject } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { askEndpoint, failed } from "../files/ask-endpoint.ts";
import { decodeText } from "../files/decode-text.ts";
import { configOf, type FileToRead, interpretFile } from "../files/interpret/interpret-file.ts";
import { PROMPT_HASH, promptFor, readModelAnswer } from "../files/interpret/model-prompt.ts";
import type { FileReading } from "../files/interpret/reading.ts";
import type { SourceText } from "../files/places.ts";
import type { Prompt } from "../files/prompt.ts";
import { interpretationId } from "../model/ids.ts";
import { isModel } from "../model/provider.ts";
import type { Truth } from "../truth.ts";

/** How a file is to be read, and who reads it. */
export interface Interpretation {
  readonly run_id: string;
  readonly config: JsonObject;
  /** Undefined where it is done already, or the client's model has yet to answer. */
  readonly reading: FileReading | undefined;
  /** What the client's model is to be asked. */
  readonly ask?: Prompt;
}

/** What the client's own model answered, where it was asked before. */
export type ClientAnswer = { readonly isOffered: boolean; readonly answer: string | undefined };

const CODE_VERSION = "1";

/** Under which id and settings a file would be read. The same file and settings are one run. */
export function planInterpretation(truth: Truth, sourceId: string, asked: JsonObject | undefined) {
  const config = isModel(asked?.provider) ? modelConfig(truth, asked) : configOf(asked);
  return { config: config as JsonObject, run_id: interpretationId(sourceId, config as JsonObject) };
}

function modelConfig(truth: Truth, asked: JsonObject): JsonObject {
  const { provider, model_id, temperature } = asked;
  return {
    provider: provider ?? null,
    model_id: model_id ?? (provider === "openai" ? (truth.endpoint?.model ?? null) : "client"),
    temperature: temperature ?? 0,
    prompt_hash: PROMPT_HASH,
    code_version: CODE_VERSION,
  };
}

/** Reads a file as it was asked for, outside the writer's lane: by rules, or by a model that must prove each value. */
export async function interpret(
  truth: Truth,
  file: FileToRead,
  asked: JsonObject | undefined,
  client: ClientAnswer,
): Promise<Interpretation> {
  const planned = planInterpretation(truth, file.sourceId, asked);
  const byRules = () => interpretFile(file, { parse: truth.parse, env: truth.scope.env, signal: truth.scope.signal });
  const provider = asked?.provider;
  if (!isModel(provider)) return { ...planned, reading: await byRules() };
  if (await truth.runs.has(planned.run_id)) return { ...planned, reading: { rows: [], warnings: [ALREADY] } };
  await requireQuota(truth);
  const texts = textsOf(file, await byRules());
  if (texts.length === 0) {
    throw refuse("UNSUPPORTED_FILE_TYPE", "The file has no text that a model could read.", {
      mime_type: file.type.text,
    });
  }
  const prompt = promptFor(texts);
  const answer = provider === "openai" ? await askOpenAi(truth, prompt, planned.config) : answerOf(client);
  if (answer === undefined) return { ...planned, reading: undefined, ask: prompt };
  const reading = readModelAnswer(answer, texts);
  if (reading === undefined) throw failed("model_answer_unusable");
  return { ...planned, reading };
}

const ALREADY = {
  code: "ALREADY_INTERPRETED",
  message: "The same file was read by the same model in the same way; what it said is there.",
  details: {},
};

async function askOpenAi(truth: Truth, prompt: Prompt, config: JsonObject): Promise<string> {
  const { endpoint } = truth;
  if (endpoint === undefined) {
    throw refuse(
      "VALIDATION_ERROR",
      "No model is set up: the operator names one with BAILIWICK_MODEL_URL and BAILIWICK_MODEL, and BAILIWICK_MODEL_KEY where it needs a key.",
      {
        reason: "no_endpoint",
        problems: [{ path: "interpretation_config.provider", message: "openai is not set up" }],
      },
    );
  }
  const { env, signal } = truth.scope;
  const temperature = Number(config.temperature ?? 0);
  return askEndpoint({ ...endpoint, model: String(config.model_id) }, prompt, { temperature, env, signal });
}

function answerOf({ isOffered, answer }: ClientAnswer): string | undefined {
  if (isOffered) return answer;
  throw refuse("VALIDATION_ERROR", "The connected client offers no model. Use provider rules or openai.", {
    reason: "no_sampling",
    problems: [{ path: "interpretation_config.provider", message: "client needs a client that offers sampling" }],
  });
}

/** The texts of a file, as rules found them; of a file that holds rows, the file itself. */
function textsOf({ content, type }: FileToRead, { rows }: FileReading): SourceText[] {
  const found = new Set<SourceText>();
  for (const { places = {} } of rows ?? []) for (const { text } of Object.values(places)) found.add(text);
  const whole = [...found].filter(({ text }) => text.trim() !== "");
  const itself = whole.length > 0 ? undefined : decodeText(content, type.charset);
  return itself === undefined || itself.trim() === "" ? whole : [{ text: itself }];
}

/** A model costs money: so many runs a month, counted over all processes. */
export async function requireQuota({ runs, runsPerMonth, scope }: Truth): Promise<void> {
  const now = new Date(scope.env.now());
  const used = await runs.countSince(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  if (used < runsPerMonth) return;
  throw refuse("QUOTA_EXCEEDED", "This month's interpretations by models are used up. Rules still read files.", {
    limit: runsPerMonth,
    used,
    resets_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
  });
}
