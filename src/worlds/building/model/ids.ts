import { sha256 } from "../../../kernel/index.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Text as the contract wants ids: itself where it is a UUID, else one that follows from it. */
export function uuidOf(kind: string, text: string): string {
  if (isUuid(text)) return text;
  const hex = sha256(`${kind}:${text}`);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
