import type { Tool } from "../../../../kernel/index.ts";
import type { Instructions } from "../../instructions.ts";
import { MUTATION_TOOLS, methodOf } from "./shapes.ts";

/** A tool whose every run is timed, and written to the log where the operator asks for mutations there. */
export function measured(tool: Tool<Instructions>): Tool<Instructions> {
  const method = methodOf(tool.name);
  const isMutation = MUTATION_TOOLS.has(tool.name);
  return {
    ...tool,
    async run(input, deps) {
      const { env, log, dryRun } = deps.scope;
      const { logMutation, logVerbose } = deps.environment;
      const startedMs = env.monotonicMs();
      try {
        return await tool.run(input, deps);
      } finally {
        const ms = env.monotonicMs() - startedMs;
        deps.timings.add(method, ms);
        if (isMutation ? logMutation || logVerbose : logVerbose) {
          log.info({ method, ms: Math.round(ms), dry_run: dryRun, mutation: isMutation }, "method ran");
        }
      }
    },
  };
}
