import { z } from "zod";
import { defineTool, type Tool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { methodOf, STABLE_TOOLS, spelledAs } from "../../../model/methods.ts";
import { MUTATION } from "../../../model/mutation.ts";

/** The version of this answer's shape, fixed by the contract. */
const REGISTRY_VERSION = "2025-08-25";

const Flags = z.object({
  method: z.string(),
  stable: z.boolean(),
  mutation: z.boolean(),
  disabled: z.literal(true).optional(),
});

/** What this server can do now. */
export const metaTools = defineTool({
  name: "meta_tools",
  title: "Tool registry",
  description: [
    "Lists every method with its schemas and whether it writes, is stable, or is disabled now. Look here before a write:",
    "`dynamic.mutationEnabled: false` means every mutation is refused until the operator enables it.",
    "As a method of its own the answer also carries output schemas; in tools/call, tools/list has them.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("meta_tools"),
  input: z.object({}),
  output: z.object({
    tools: z.array(Flags),
    stable: z.object({ tools: z.array(Flags) }),
    dynamic: z.object({
      generatedAt: z.string(),
      mutationEnabled: z.boolean(),
      disabled: z.array(z.object({ method: z.string() })),
    }),
    mutationEnabled: z.boolean(),
    mcp: z.object({
      registryVersion: z.string(),
      tools: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          stable: z.boolean(),
          mutation: z.boolean(),
          inputSchema: z.looseObject({}),
          outputSchema: z.looseObject({}).optional(),
        }),
      ),
    }),
  }),
  run(_input, { scope, environment, tools, whole }: Instructions) {
    const mutationEnabled = environment.mutation && !environment.readOnly;
    const listed = [...tools].sort((a, b) => (methodOf(a.name) < methodOf(b.name) ? -1 : 1));
    const flags = listed.map(({ name, requires }) => ({
      method: methodOf(name),
      stable: STABLE_TOOLS.has(name),
      mutation: requires.includes(MUTATION),
    }));
    const isDisabled = ({ mutation }: { mutation: boolean }) => mutation && !mutationEnabled;
    return {
      tools: flags.map((flag) => ({ ...flag, ...(isDisabled(flag) && { disabled: true }) })),
      stable: { tools: flags },
      dynamic: {
        generatedAt: new Date(scope.env.now()).toISOString(),
        mutationEnabled,
        disabled: flags.filter(isDisabled).map(({ method }) => ({ method })),
      },
      mutationEnabled,
      mcp: { registryVersion: REGISTRY_VERSION, tools: listed.map((tool) => registered(tool, whole)) },
    };
  },
});

function registered(tool: Tool<never>, whole: boolean) {
  return {
    name: methodOf(tool.name),
    description: tool.description,
    stable: STABLE_TOOLS.has(tool.name),
    mutation: tool.requires.includes(MUTATION),
    inputSchema: schemaOf(tool.input.strict(), "input"),
    ...(whole && { outputSchema: schemaOf(tool.output, "output") }),
  };
}

function schemaOf(schema: z.ZodObject, io: "input" | "output"): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
