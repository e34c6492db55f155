import { UsageError } from "./usage-error.ts";

/** Whether only this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** What an operator says about being reached from other machines. */
export interface NetworkWish {
  readonly auth: "none" | "oauth" | undefined;
  readonly insecureAllowNetwork: boolean;
  readonly allowedHosts: readonly string[];
  readonly publicUrl?: string | undefined;
}

/** Whether something may listen there. Without sign-in everyone who reaches it is let in: that must be meant, and said. */
export function requireOnPurpose(flag: string, host: string, wish: NetworkWish): void {
  if (isLoopback(host)) return;
  if (wish.auth === "oauth") {
    requireSafePublicUrl(flag, host, wish);
    return;
  }
  if (!wish.insecureAllowNetwork || wish.auth !== "none") {
    throw new UsageError(
      `${flag} ${host} can be reached from other machines, and nobody is asked who they are; if that is meant, say --auth none --insecure-allow-network, else --auth oauth or leave ${flag} out`,
    );
  }
  if (wish.allowedHosts.length === 0) {
    throw new UsageError(
      `${flag} ${host} can be reached from other machines: name the hosts it is reached by, such as --allowed-hosts box.lan,192.168.1.5`,
    );
  }
}

/** Whoever signs in across a network must reach the right server, and nobody on the way may read along. */
function requireSafePublicUrl(flag: string, host: string, { publicUrl, insecureAllowNetwork }: NetworkWish): void {
  if (publicUrl === undefined) {
    throw new UsageError(
      `${flag} ${host} can be reached from other machines: say under which address with --public-url https://…`,
    );
  }
  if (publicUrl.startsWith("https:") || insecureAllowNetwork) return;
  throw new UsageError(
    `--public-url ${publicUrl}: passwords and tokens would cross the network for everyone to read; put TLS in front of it and say https, or --insecure-allow-network if this network is yours alone`,
  );
}
