import { KernelError } from "../../../../../kernel/index.ts";
import { defineFixture } from "../fixture.ts";

export const testErrorHandling = defineFixture({
  name: "test_error_handling",
  title: "Fail",
  description: "Always fails, the way every tool of this product fails.",
  run: () => {
    throw new KernelError("conflict", "This tool intentionally returns an error for testing");
  },
});
