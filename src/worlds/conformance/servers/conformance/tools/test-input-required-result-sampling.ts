import { inputRequired } from "@modelcontextprotocol/server";
import { askModel, modelAnswer } from "../ask.ts";
import { defineFixture, textResult } from "../fixture.ts";

export const testInputRequiredResultSampling = defineFixture({
  name: "test_input_required_result_sampling",
  title: "Ask the model a question",
  description: "Asks the client's model one question and answers with what it said.",
  run: (_, { client }) => {
    const said = modelAnswer(client, "capital_question");
    if (said !== undefined) return textResult(`The model said: ${said}`);
    return inputRequired({ inputRequests: { capital_question: askModel("What is the capital of France?", 100) } });
  },
});
