import { KernelError, type VariableKind, type WorldHost } from "../../kernel/index.ts";

/** The model that reads files where rules do not suffice; its key never stands in a file of ours. */
export const VARIABLES = {
  BAILIWICK_MODEL_URL: "text",
  BAILIWICK_MODEL: "text",
  BAILIWICK_MODEL_KEY: "text",
  BAILIWICK_MODEL_RUNS_PER_MONTH: "text",
} as const satisfies Record<string, VariableKind>;

const RUNS_PER_MONTH = 100;

/** The endpoint that the operator named, if any, and how often a month it is asked for one user. */
export function modelOf({ variables }: Pick<WorldHost, "variables">) {
  const text = (name: keyof typeof VARIABLES) => {
    const value = variables[name];
    return typeof value === "string" ? value : undefined;
  };
  const [url, model, runs] = [
    text("BAILIWICK_MODEL_URL"),
    text("BAILIWICK_MODEL"),
    text("BAILIWICK_MODEL_RUNS_PER_MONTH"),
  ];
  if (runs !== undefined && !/^\d{1,9}$/.test(runs)) {
    throw new KernelError("invalid_arguments", "BAILIWICK_MODEL_RUNS_PER_MONTH must be a whole number.");
  }
  return {
    endpoint: url === undefined || model === undefined ? undefined : { url, model, key: text("BAILIWICK_MODEL_KEY") },
    runsPerMonth: runs === undefined ? RUNS_PER_MONTH : Number(runs),
  };
}
