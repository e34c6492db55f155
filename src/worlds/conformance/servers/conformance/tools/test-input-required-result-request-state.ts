import { acceptedContent, inputRequired } from "@modelcontextprotocol/server";
import { z } from "zod";
import { defineFixture, textResult } from "../fixture.ts";

const NAME = "test_input_required_result_request_state";
const Form = z.object({ ok: z.boolean() });
const State = z.object({ tool: z.literal(NAME) });

export const testInputRequiredResultRequestState = defineFixture({
  name: NAME,
  title: "Carry state",
  description: "Asks for a confirmation and takes it only together with the state it handed out.",
  run: async (_, { client }) => {
    const answer = acceptedContent(client.mcp?.mcpReq.inputResponses, "confirm", Form);
    const state = State.safeParse(client.mcp?.mcpReq.requestState());
    if (answer !== undefined && state.success) return textResult(`state-ok: ${answer.ok}`);
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: "Please confirm", requestedSchema: Form }) },
      requestState: await client.mintState({ tool: NAME }),
    });
  },
});
