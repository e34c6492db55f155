/** Every way embedding can fail, and whether the same call may work later. */
const EMBEDDER_ERRORS = {
  model_failed: { retry: true },
  embedder_closed: { retry: false },
  endpoint_unreachable: { retry: true },
  endpoint_timeout: { retry: true },
  endpoint_busy: { retry: true },
  endpoint_refused: { retry: false },
  endpoint_answer_unusable: { retry: false },
} as const satisfies Record<string, { readonly retry: boolean }>;

export type EmbedderErrorCode = keyof typeof EMBEDDER_ERRORS;

/** No vectors were made. The message is our own words; what the other side said is in the cause, for the log. */
export class EmbedderError extends Error {
  readonly code: EmbedderErrorCode;

  constructor(code: EmbedderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbedderError";
    this.code = code;
  }

  get retry(): boolean {
    return EMBEDDER_ERRORS[this.code].retry;
  }
}
