import { defineServer } from "../../../../kernel/index.ts";
import type { Conformance } from "../../conformance.ts";
import { conformanceEnvelope } from "../../envelope.ts";
import { complete, prompts } from "./prompts.ts";
import { resources } from "./resources.ts";
import { jsonSchema202012Tool } from "./tools/json-schema-2020-12-tool.ts";
import { testAudioContent } from "./tools/test-audio-content.ts";
import { testElicitation } from "./tools/test-elicitation.ts";
import { testElicitationSep1034Defaults } from "./tools/test-elicitation-sep1034-defaults.ts";
import { testElicitationSep1330Enums } from "./tools/test-elicitation-sep1330-enums.ts";
import { testEmbeddedResource } from "./tools/test-embedded-resource.ts";
import { testErrorHandling } from "./tools/test-error-handling.ts";
import { testImageContent } from "./tools/test-image-content.ts";
import { testInputRequiredResultCapabilities } from "./tools/test-input-required-result-capabilities.ts";
import { testInputRequiredResultElicitation } from "./tools/test-input-required-result-elicitation.ts";
import { testInputRequiredResultListRoots } from "./tools/test-input-required-result-list-roots.ts";
import { testInputRequiredResultMultiRound } from "./tools/test-input-required-result-multi-round.ts";
import { testInputRequiredResultRequestState } from "./tools/test-input-required-result-request-state.ts";
import { testInputRequiredResultSampling } from "./tools/test-input-required-result-sampling.ts";
import { testLoggingTool } from "./tools/test-logging-tool.ts";
import { testMissingCapability } from "./tools/test-missing-capability.ts";
import { testMultipleContentTypes } from "./tools/test-multiple-content-types.ts";
import { testMultipleInputs } from "./tools/test-multiple-inputs.ts";
import { testRead } from "./tools/test-read.ts";
import { testReconnection } from "./tools/test-reconnection.ts";
import { testSampling } from "./tools/test-sampling.ts";
import { testSimpleText } from "./tools/test-simple-text.ts";
import { testStreamingElicitation } from "./tools/test-streaming-elicitation.ts";
import { testTamperedState } from "./tools/test-tampered-state.ts";
import { testToolWithLogging } from "./tools/test-tool-with-logging.ts";
import { testToolWithProgress } from "./tools/test-tool-with-progress.ts";
import { testTriggerPromptChange } from "./tools/test-trigger-prompt-change.ts";
import { testTriggerToolChange } from "./tools/test-trigger-tool-change.ts";
import { testWrite } from "./tools/test-write.ts";
import { testXMcpHeader } from "./tools/test-x-mcp-header.ts";

/** Hidden: started by name only. */
export const conformanceServer = defineServer<Conformance>({
  name: "conformance",
  title: "Conformance",
  instructions: "Fixtures of the MCP conformance suites, for testing this product. Nothing here is worth remembering.",
  envelope: conformanceEnvelope,
  resources,
  prompts,
  complete,
  tools: [
    jsonSchema202012Tool,
    testAudioContent,
    testElicitationSep1034Defaults,
    testElicitationSep1330Enums,
    testElicitation,
    testEmbeddedResource,
    testErrorHandling,
    testImageContent,
    testInputRequiredResultCapabilities,
    testInputRequiredResultElicitation,
    testInputRequiredResultListRoots,
    testInputRequiredResultMultiRound,
    testInputRequiredResultRequestState,
    testInputRequiredResultSampling,
    testLoggingTool,
    testMissingCapability,
    testMultipleContentTypes,
    testMultipleInputs,
    testRead,
    testReconnection,
    testSampling,
    testSimpleText,
    testStreamingElicitation,
    testTamperedState,
    testToolWithLogging,
    testToolWithProgress,
    testTriggerPromptChange,
    testTriggerToolChange,
    testWrite,
    testXMcpHeader,
  ],
});
