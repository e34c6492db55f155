import { inputRequired, inputResponse } from "@modelcontextprotocol/server";
import { defineFixture, textResult } from "../fixture.ts";

export const testInputRequiredResultListRoots = defineFixture({
  name: "test_input_required_result_list_roots",
  title: "Ask for roots",
  description: "Asks the client for its roots and answers with their addresses.",
  run: (_, { client }) => {
    const answer = inputResponse(client.mcp?.mcpReq.inputResponses, "client_roots");
    if (answer.kind === "roots") return textResult(`Roots: ${answer.roots.map((root) => root.uri).join(", ")}`);
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
});
