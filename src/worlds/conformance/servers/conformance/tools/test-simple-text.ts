import { defineFixture, textResult } from "../fixture.ts";

export const testSimpleText = defineFixture({
  name: "test_simple_text",
  title: "Simple text",
  description: "Answers with one text block.",
  run: () => textResult("This is a simple text response for testing."),
});
