import { z } from "zod";
import { askUser } from "../ask.ts";
import { defineFixture } from "../fixture.ts";

const Form = z.object({
  username: z.string().describe("User's response"),
  email: z.string().describe("User's email address"),
});

export const testElicitation = defineFixture({
  name: "test_elicitation",
  title: "Ask the user",
  description: "Asks the user for a name and an address and answers with what came back.",
  input: z.object({ message: z.string().describe("The message to show the user") }),
  run: ({ message }, { client }) => askUser(client, { message, requestedSchema: Form }),
});
