/** Numbers about calls. Labels are names of ours alone: never a user, an argument or a text. */
export interface Metrics {
  called(server: string, tool: string, outcome: "ok" | "refused" | "failed", seconds: number): void;
  aliasUsed(server: string, tool: string): void;
  /** All numbers so far, in Prometheus' text form. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** For processes that nobody scrapes. */
export const NO_METRICS: Metrics = {
  called() {},
  aliasUsed() {},
  text: async () => "",
  contentType: "text/plain",
};

const LATENCY_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Prometheus metrics of this process. Loaded on demand: a stdio process has no reader for them. */
export async function createMetrics(): Promise<Metrics> {
  const { Counter, collectDefaultMetrics, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "bailiwick_" });
  const calls = new Counter({
    name: "bailiwick_tool_calls_total",
    help: "Tool calls by outcome",
    labelNames: ["server", "tool", "outcome"] as const,
    registers: [registry],
  });
  const latency = new Histogram({
    name: "bailiwick_tool_call_seconds",
    help: "Time from receiving a tool call to its answer",
    labelNames: ["server", "tool"] as const,
    buckets: LATENCY_BUCKETS_S,
    registers: [registry],
  });
  const aliases = new Counter({
    name: "bailiwick_tool_alias_calls_total",
    help: "Calls that used another name of a tool",
    labelNames: ["server", "tool"] as const,
    registers: [registry],
  });
  // The library sorts and joins labels on every call; there are only so many tools.
  const known = new Map<string, { calls: { inc(): void }; latency: { observe(seconds: number): void } }>();
  return {
    called(server, tool, outcome, seconds) {
      const key = `${server} ${tool} ${outcome}`;
      let labelled = known.get(key);
      if (labelled === undefined) {
        labelled = { calls: calls.labels({ server, tool, outcome }), latency: latency.labels({ server, tool }) };
        known.set(key, labelled);
      }
      labelled.calls.inc();
      labelled.latency.observe(seconds);
    },
    aliasUsed: (server, tool) => aliases.inc({ server, tool }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
