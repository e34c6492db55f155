import { defineFixture } from "../fixture.ts";

const RESOURCE = {
  uri: "test://embedded-resource",
  mimeType: "text/plain",
  text: "This is an embedded resource content.",
};

export const testEmbeddedResource = defineFixture({
  name: "test_embedded_resource",
  title: "Embedded resource",
  description: "Answers with one resource inside the result.",
  run: () => ({ content: [{ type: "resource", resource: RESOURCE }] }),
});
