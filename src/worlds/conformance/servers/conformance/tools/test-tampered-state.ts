import { acceptedContent, inputRequired } from "@modelcontextprotocol/server";
import { z } from "zod";
import { defineFixture, textResult } from "../fixture.ts";

const NAME = "test_tampered_state";
const Form = z.object({ ok: z.boolean() });
const State = z.object({ tool: z.literal(NAME) });

export const testTamperedState = defineFixture({
  name: NAME,
  aliases: ["test_input_required_result_tampered_state"],
  title: "Refuse changed state",
  description: "Asks for a confirmation; a call with changed state is refused before it comes here.",
  run: async (_, { client }) => {
    const answer = acceptedContent(client.mcp?.mcpReq.inputResponses, "confirm", Form);
    const state = State.safeParse(client.mcp?.mcpReq.requestState());
    if (answer !== undefined && state.success) return textResult(`Confirmed: ${answer.ok}`);
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: "Please confirm", requestedSchema: Form }) },
      requestState: await client.mintState({ tool: NAME }),
    });
  },
});
