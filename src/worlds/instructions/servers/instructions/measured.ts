import type { Tool } from "../../../../kernel/index.ts";
import type { Instructions } from "../../instructions.ts";
import { methodOf } from "../../model/methods.ts";
import { MUTATION } from "../../model/mutation.ts";

/** A tool whose every run is timed, and written to the log where the operator asks for mutations there. */
export function measured(tool: Tool<Instructions>): Tool<Instructions> {
  const method = methodOf(tool.name);
  const isMutation = tool.requires.includes(MUTATION);
  return {
    ...tool,
    async run(input, instructions) {
      const { env, log, dryRun } = instructions.scope;
      const { logMutation, logVerbose } = instructions.environment;
      const startedMs = env.monotonicMs();
      try {
        return await tool.run(input, instructions);
      } finally {
        const ms = env.monotonicMs() - startedMs;
        instructions.timings.add(method, ms);
        if (isMutation ? logMutation || logVerbose : logVerbose) {
          log.info({ method, ms: Math.round(ms), dry_run: dryRun, mutation: isMutation }, "method ran");
        }
      }
    },
  };
}
