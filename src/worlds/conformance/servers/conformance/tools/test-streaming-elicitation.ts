import { z } from "zod";
import { askUser } from "../ask.ts";
import { defineFixture } from "../fixture.ts";

const Form = z.object({ confirmed: z.boolean() });

export const testStreamingElicitation = defineFixture({
  name: "test_streaming_elicitation",
  title: "Ask in the response",
  description: "Asks the user by way of the result, so that no request of the server runs in the response stream.",
  run: (_, { client }) => askUser(client, { message: "Please confirm", requestedSchema: Form }),
});
