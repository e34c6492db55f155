import { UsageError } from "./usage-error.ts";

/** Whether only this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** What an operator says about being reached from other machines. */
export interface NetworkWish {
  readonly auth: "none" | undefined;
  readonly insecureAllowNetwork: boolean;
  readonly allowedHosts: readonly string[];
}

/** Whether something may listen there. Without sign-in everyone who reaches it is let in: that must be meant, and said. */
export function requireOnPurpose(flag: string, host: string, wish: NetworkWish): void {
  if (isLoopback(host)) return;
  if (!wish.insecureAllowNetwork || wish.auth !== "none") {
    throw new UsageError(
      `${flag} ${host} can be reached from other machines, and nobody is asked who they are; if that is meant, say --auth none --insecure-allow-network, else leave ${flag} out`,
    );
  }
  if (wish.allowedHosts.length === 0) {
    throw new UsageError(
      `${flag} ${host} can be reached from other machines: name the hosts it is reached by, such as --allowed-hosts box.lan,192.168.1.5`,
    );
  }
}
