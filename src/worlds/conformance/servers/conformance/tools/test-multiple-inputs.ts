import { acceptedContent, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import { z } from "zod";
import { askModel, modelAnswer } from "../ask.ts";
import { defineFixture, textResult } from "../fixture.ts";

const NAME = "test_multiple_inputs";
const Form = z.object({ name: z.string() });
const State = z.object({ tool: z.literal(NAME) });

export const testMultipleInputs = defineFixture({
  name: NAME,
  aliases: ["test_input_required_result_multiple_inputs"],
  title: "Ask three things at once",
  description: "Asks the user, the client's model and the client in one result, and answers when all three are in.",
  run: async (_, { client }) => {
    const responses = client.mcp?.mcpReq.inputResponses;
    const user = acceptedContent(responses, "user_name", Form);
    const greeting = modelAnswer(client, "greeting");
    const roots = inputResponse(responses, "client_roots");
    const state = State.safeParse(client.mcp?.mcpReq.requestState());
    if (state.success && user !== undefined && greeting !== undefined && roots.kind === "roots") {
      return textResult(`${greeting} for ${user.name}, with ${roots.roots.length} roots`);
    }
    return inputRequired({
      inputRequests: {
        user_name: inputRequired.elicit({ message: "What is your name?", requestedSchema: Form }),
        greeting: askModel("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await client.mintState({ tool: NAME }),
    });
  },
});
