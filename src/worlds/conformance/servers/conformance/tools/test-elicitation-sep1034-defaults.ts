import { z } from "zod";
import { askUser } from "../ask.ts";
import { defineFixture } from "../fixture.ts";

const Form = z.object({
  name: z.string().default("John Doe"),
  age: z.int().default(30),
  score: z.number().default(95.5),
  status: z.enum(["active", "inactive", "pending"]).default("active"),
  verified: z.boolean().default(true),
});

export const testElicitationSep1034Defaults = defineFixture({
  name: "test_elicitation_sep1034_defaults",
  title: "Ask with defaults",
  description: "Asks the user with a form that has a default of every primitive type (SEP-1034).",
  run: (_, { client }) =>
    askUser(client, { message: "Please review and update the form fields with defaults", requestedSchema: Form }),
});
