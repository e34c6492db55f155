import { expect, test } from "vitest";
import { isLoopback, requireOnPurpose } from "./network.ts";
import { UsageError } from "./usage-error.ts";

const OPEN = { auth: "none", insecureAllowNetwork: true, allowedHosts: ["box.lan"] } as const;

test.each(["127.0.0.1", "127.8.8.8", "::1", "localhost"])("%s is this machine alone and needs no leave", (host) => {
  expect(isLoopback(host)).toBe(true);
  requireOnPurpose("--host", host, { auth: undefined, insecureAllowNetwork: false, allowedHosts: [] });
});

test.each(["0.0.0.0", "::", "192.168.1.5", "", "0", "box.lan", "127.0.0.1.evil.example", "::ffff:10.0.0.1"])(
  "%j is refused unless everything is said that opens it",
  (host) => {
    const tell = (wish: Parameters<typeof requireOnPurpose>[2]) => () => requireOnPurpose("--host", host, wish);
    const purpose = "if that is meant, say --auth none --insecure-allow-network";
    expect(tell({ ...OPEN, insecureAllowNetwork: false })).toThrow(purpose);
    expect(tell({ ...OPEN, auth: undefined })).toThrow(purpose);
    expect(tell({ ...OPEN, allowedHosts: [] })).toThrow("name the hosts it is reached by");
    expect(tell({ ...OPEN, allowedHosts: [] })).toThrow(UsageError);
    expect(tell(OPEN)).not.toThrow();
  },
);
