import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpCaller } from "../../kernel/transports/http/index.ts";

/**
 * What has to be known of whoever asks: nothing; that they may see what the server tells of itself, the page, or what that shows; or that
 * they are a program with leave to use a server.
 */
export type Need = "nothing" | "about" | "page" | "data" | { readonly server: string };

/** The socket a request came over, and from where. */
export interface Arrival {
  readonly connection: string;
  readonly address: string | undefined;
}

/** Somebody who sits before a page: never a program, never an agent. */
export interface Person {
  readonly name: string;
  /** Sees and decides for everybody; others do for their own agents. */
  readonly isOperator: boolean;
  /** People sign in here, so there are others. */
  readonly signsIn: boolean;
}

/** Who may come in. Every request passes here before anything of it is read but its head. */
export interface Gate {
  /** Answers what is about coming in itself: forms, tokens, metadata. False where it is about something else. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL, arrival: Arrival): Promise<boolean>;
  /** Who sits before the page that asks; undefined where that is not known. No token ever makes somebody a person. */
  person(request: IncomingMessage): Promise<Person | undefined>;
  /** Who it is; undefined where they were answered already, say by being sent to sign in. Throws where they may not. */
  admit(
    need: Need,
    request: IncomingMessage,
    response: ServerResponse,
    arrival: Arrival,
  ): Promise<HttpCaller | undefined>;
}
