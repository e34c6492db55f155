import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { JsonObject } from "../json.ts";
import type { Server } from "../server.ts";
import type { Tool } from "../tool.ts";
import { briefInput, briefOutput } from "./brief-schema.ts";
import { commonInput, commonNames } from "./write-arguments.ts";

/** The schema that arguments are checked against. What it does not name is refused: a misspelt `dry_run` must not write. */
export function inputSchema(tool: Tool<never>, server: Server<never>): z.ZodObject {
  const common = commonNames(tool, server);
  const input = common.length === 0 ? tool.input : tool.input.extend(commonInput(common));
  return input.def.catchall === undefined ? input.strict() : input;
}

/** A tool as tools/list shows it. */
export function listedTool(tool: Tool<never>, server: Server<never>): ListedTool {
  const explained = server.listsBriefly;
  const output = outputJsonSchema(tool, server);
  const input = z.toJSONSchema(inputSchema(tool, server), { io: "input" }) as JsonObject;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: (explained
      ? briefInput(input, [...commonNames(tool, server), ...explained])
      : input) as ListedTool["inputSchema"],
    ...(output && { outputSchema: output as ListedTool["outputSchema"] }),
    annotations: {
      // Where every word counts, it stands beside the name alone.
      ...(explained === undefined && { title: tool.title }),
      readOnlyHint: tool.effect === "read",
      destructiveHint: tool.effect === "destructive",
      idempotentHint: tool.idempotent,
      openWorldHint: false,
    },
    ...(tool.metadata && { metadata: tool.metadata, _meta: { metadata: tool.metadata } }),
    ...(server.listsAliases === true && tool.aliases.length > 0 && aliasesOf(tool)),
  };
}

function aliasesOf({ aliases, metadata }: Tool<never>) {
  return { aliases, _meta: { ...(metadata && { metadata }), aliases } };
}

/**
 * The published output schema also admits failures and rehearsals: some clients check error results against it too,
 * and would hide the error from their model if it did not fit.
 */
function outputJsonSchema(tool: Tool<never>, server: Server<never>): JsonObject | undefined {
  if (Object.keys(tool.output.shape).length === 0) return undefined;
  if (server.listsBriefly !== undefined) return briefOutput(wrapped(tool, server));
  const { required, additionalProperties, properties, ...rest } = wrapped(tool, server);
  const rehearsal = commonNames(tool, server).includes("dry_run")
    ? {
        dry_run: { type: "boolean" as const },
        would_record: { type: "array" as const, items: { type: "string" as const } },
      }
    : {};
  return {
    ...rest,
    type: "object",
    properties: { error: { type: "object" }, ...(properties as JsonObject), ...rehearsal },
    anyOf: [{ required: required ?? [] }, { required: ["error"] }],
  } as JsonObject;
}

/** The schema of what a caller gets: of the value, or of what the server's envelope makes of it. */
function wrapped({ output }: Tool<never>, { envelope }: Server<never>): JsonObject {
  const { $schema, ...value } = z.toJSONSchema(output, { io: "output" }) as JsonObject;
  return { ...($schema !== undefined && { $schema }), ...(envelope.schema?.(value) ?? value) };
}
