import { RED_PIXEL_PNG } from "../../../model/media.ts";
import { defineFixture } from "../fixture.ts";

export const testImageContent = defineFixture({
  name: "test_image_content",
  title: "Image",
  description: "Answers with one PNG image.",
  run: () => ({ content: [{ type: "image", data: RED_PIXEL_PNG, mimeType: "image/png" }] }),
});
