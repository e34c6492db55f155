import { acceptedContent, inputRequired } from "@modelcontextprotocol/server";
import { z } from "zod";
import { defineFixture, textResult } from "../fixture.ts";

const NAME = "test_input_required_result_multi_round";
const Step1 = z.object({ name: z.string() });
const Step2 = z.object({ color: z.string() });
/** What is known after each round; the second round carries the answer of the first. */
const State = z.discriminatedUnion("step", [
  z.object({ tool: z.literal(NAME), step: z.literal(1) }),
  z.object({ tool: z.literal(NAME), step: z.literal(2), name: z.string() }),
]);

export const testInputRequiredResultMultiRound = defineFixture({
  name: NAME,
  title: "Ask in two rounds",
  description: "Asks for a name, then for a colour, and remembers the name in the state between.",
  run: async (_, { client }) => {
    const responses = client.mcp?.mcpReq.inputResponses;
    const state = State.safeParse(client.mcp?.mcpReq.requestState()).data;
    if (state?.step === 2) {
      const answer = acceptedContent(responses, "step2", Step2);
      return answer ? textResult(`${state.name} likes ${answer.color}`) : askColor(state.name);
    }
    const answer = state && acceptedContent(responses, "step1", Step1);
    return answer ? askColor(answer.name) : askName();

    async function askName() {
      const question = { message: "Step 1: What is your name?", requestedSchema: Step1 };
      return inputRequired({
        inputRequests: { step1: inputRequired.elicit(question) },
        requestState: await client.mintState({ tool: NAME, step: 1 }),
      });
    }

    async function askColor(name: string) {
      const question = { message: "Step 2: What is your favorite color?", requestedSchema: Step2 };
      return inputRequired({
        inputRequests: { step2: inputRequired.elicit(question) },
        requestState: await client.mintState({ tool: NAME, step: 2, name }),
      });
    }
  },
});
