import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { askUser } from "../ask.ts";
import { defineFixture } from "../fixture.ts";

const OPTIONS = ["option1", "option2", "option3"];

const VALUES = [
  { const: "value1", title: "First Option" },
  { const: "value2", title: "Second Option" },
  { const: "value3", title: "Third Option" },
];

// Written out, because the form's wire shape is what is tested and no schema library emits `enumNames`.
const FORM: ElicitRequestFormParams["requestedSchema"] = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", description: "Select one option", enum: OPTIONS },
    titledSingle: { type: "string", description: "Select one option with titles", oneOf: VALUES },
    legacyEnum: {
      type: "string",
      description: "Select one option (legacy)",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", description: "Select several", items: { type: "string", enum: OPTIONS } },
    titledMulti: { type: "array", description: "Select several with titles", items: { anyOf: VALUES } },
  },
  required: [],
};

export const testElicitationSep1330Enums = defineFixture({
  name: "test_elicitation_sep1330_enums",
  title: "Ask with choices",
  description: "Asks the user with a form that has all five kinds of choice (SEP-1330).",
  run: (_, { client }) =>
    askUser(client, { message: "Please select options from the enum fields", requestedSchema: FORM }),
});
