import { type InputRequests, inputRequired } from "@modelcontextprotocol/server";
import { z } from "zod";
import { askModel } from "../ask.ts";
import { defineFixture, textResult } from "../fixture.ts";

const Form = z.object({ name: z.string() });

export const testInputRequiredResultCapabilities = defineFixture({
  name: "test_input_required_result_capabilities",
  title: "Ask only what can be answered",
  description: "Asks the user and the model, each only where the client declared that it can.",
  run: (_, { client }) => {
    const { elicitation, sampling } = client.capabilities;
    const inputRequests: InputRequests = {
      ...(elicitation && { user_name: inputRequired.elicit({ message: "What is your name?", requestedSchema: Form }) }),
      ...(sampling && { greeting: askModel("Generate a greeting", 50) }),
    };
    const answered = Object.keys(client.mcp?.mcpReq.inputResponses ?? {});
    const open = Object.keys(inputRequests).filter((key) => !answered.includes(key));
    return open.length > 0 ? inputRequired({ inputRequests }) : textResult(`Answered: ${answered.join(", ")}`);
  },
});
