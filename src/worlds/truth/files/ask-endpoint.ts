import { z } from "zod";
import type { Env } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import type { Prompt } from "./prompt.ts";

/** A model behind an endpoint that speaks OpenAI's chat protocol: OpenAI, Ollama, vLLM, LM Studio. */
export interface Endpoint {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
}

const TIMEOUT_MS = 120_000;
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const Answer = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** Asks once. What goes wrong is said without a word of the endpoint's own. */
export async function askEndpoint(
  { url, key, model }: Endpoint,
  { system, user }: Prompt,
  { temperature, env, signal }: { temperature: number; env: Env; signal: AbortSignal },
): Promise<string> {
  const [timeout, done] = [new AbortController(), new AbortController()];
  void env.sleep(TIMEOUT_MS, done.signal).then(() => {
    if (!done.signal.aborted) timeout.abort();
  });
  try {
    const response = await fetch(`${url.replace(/\/+$/, "")}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        model,
        temperature,
        seed: 1,
        response_format: { type: "json_object" },
        messages: [
          { role: "system", content: system },
          { role: "user", content: user },
        ],
      }),
      // A redirect is refused: it would carry the key to another address.
      redirect: "error",
      signal: AbortSignal.any([timeout.signal, signal]),
    });
    if (!response.ok) throw failed("endpoint_refused", response.status);
    const answer = Answer.safeParse(JSON.parse(await readText(response)));
    if (!answer.success) throw failed("endpoint_answer_unusable");
    return answer.data.choices[0]?.message.content ?? "";
  } catch (error) {
    if (signal.aborted) throw error;
    if (timeout.signal.aborted) throw failed("endpoint_timeout");
    if (error instanceof SyntaxError) throw failed("endpoint_answer_unusable");
    if (error instanceof TypeError) throw failed("endpoint_unreachable");
    throw error;
  } finally {
    done.abort();
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw failed("endpoint_answer_unusable");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function failed(reason: string, status?: number) {
  return refuse("ANALYSIS_FAILED", "The model did not interpret the file. Nothing was stored.", {
    reason,
    ...(status !== undefined && { status }),
  });
}
