import { acceptedContent, inputRequired } from "@modelcontextprotocol/server";
import { z } from "zod";
import { defineFixture, textResult } from "../fixture.ts";

const Form = z.object({ name: z.string() });

export const testInputRequiredResultElicitation = defineFixture({
  name: "test_input_required_result_elicitation",
  title: "Ask for a name",
  description: "Asks the user for a name, again while there is none, then greets.",
  run: (_, { client }) => {
    const answer = acceptedContent(client.mcp?.mcpReq.inputResponses, "user_name", Form);
    if (answer !== undefined) return textResult(`Hello, ${answer.name}!`);
    const question = { message: "What is your name?", requestedSchema: Form };
    return inputRequired({ inputRequests: { user_name: inputRequired.elicit(question) } });
  },
});
