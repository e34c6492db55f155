import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { defineTool, type Tool } from "../../../../kernel/index.ts";
import type { Conformance } from "../../conformance.ts";

type FixtureResult = CallToolResult | InputRequiredResult;

interface FixtureDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly aliases?: readonly string[];
  readonly input?: Input;
  run(input: z.output<Input>, deps: Conformance): FixtureResult | Promise<FixtureResult>;
}

/** Makes a tool that the suites call. It changes nothing and returns the protocol's own result. */
export function defineFixture<Input extends z.ZodObject = z.ZodObject<Record<never, never>>>(
  definition: FixtureDefinition<Input>,
): Tool<Conformance> {
  const { input = z.object({}), ...rest } = definition;
  return defineTool({ ...rest, input: input as Input, output: z.looseObject({}), effect: "read" });
}

/** A result of one text block. */
export function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}
