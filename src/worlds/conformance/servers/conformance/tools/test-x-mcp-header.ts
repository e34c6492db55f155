import { z } from "zod";
import { defineFixture, textResult } from "../fixture.ts";

export const testXMcpHeader = defineFixture({
  name: "test_x_mcp_header",
  title: "Argument in a header",
  description: "Takes an argument that an HTTP client must repeat in the header Mcp-Param-Region (SEP-2243).",
  input: z.object({ region: z.string().describe("Where to run").meta({ "x-mcp-header": "Region" }) }),
  run: ({ region }) => textResult(`Region: ${region}`),
});
