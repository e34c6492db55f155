import { RED_PIXEL_PNG } from "../../../model/media.ts";
import { defineFixture } from "../fixture.ts";

const RESOURCE = {
  uri: "test://mixed-content-resource",
  mimeType: "application/json",
  text: JSON.stringify({ test: "data", value: 123 }),
};

export const testMultipleContentTypes = defineFixture({
  name: "test_multiple_content_types",
  title: "Several kinds of content",
  description: "Answers with a text, an image and a resource in one result.",
  run: () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: RED_PIXEL_PNG, mimeType: "image/png" },
      { type: "resource", resource: RESOURCE },
    ],
  }),
});
