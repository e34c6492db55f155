import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Whether a request shows the word that the operator gave a scraper. */
export function isMetricsToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (token === undefined || given === undefined) return false;
  const hash = (word: string) => createHash("sha256").update(word).digest();
  return timingSafeEqual(hash(given), hash(token));
}
