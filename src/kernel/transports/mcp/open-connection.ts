import type { CallParts } from "../../call/index.ts";
import type { LogWatcher } from "../../events/index.ts";
import type { ConnectionInfo } from "../../identity/index.ts";
import type { SessionIds } from "../../keys/index.ts";
import type { MessageLimits } from "./message-limits.ts";
import type { StateSeal } from "./state-seal.ts";

/** What every transport needs to serve MCP. */
export interface TransportParts extends CallParts {
  readonly watcher: LogWatcher;
  readonly seal: StateSeal;
  readonly sessionIds: SessionIds;
  readonly version: string;
  readonly messageLimits: MessageLimits;
  /** Errors help more: an unknown method is answered with the ones like it. */
  readonly verbose?: boolean;
}

/** One client on one server, from the first message to the last. */
export interface OpenConnection {
  readonly info: ConnectionInfo;
  /** Reaches every client of the server that must hear of a changed list. */
  notifyListChanged(list: "tools" | "prompts" | "resources"): Promise<void>;
}
