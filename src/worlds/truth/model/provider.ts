/** The providers that are models: each value they give must prove itself. All others are rules. */
export function isModel(provider: unknown): provider is "openai" | "client" {
  return provider === "openai" || provider === "client";
}
