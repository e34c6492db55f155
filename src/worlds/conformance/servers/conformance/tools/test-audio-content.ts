import { SILENCE_WAV } from "../../../model/media.ts";
import { defineFixture } from "../fixture.ts";

export const testAudioContent = defineFixture({
  name: "test_audio_content",
  title: "Audio",
  description: "Answers with one WAV recording.",
  run: () => ({ content: [{ type: "audio", data: SILENCE_WAV, mimeType: "audio/wav" }] }),
});
