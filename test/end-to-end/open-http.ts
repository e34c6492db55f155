import { temporaryFolder } from "../kit/folder.ts";
import { startServe } from "../kit/processes.ts";
import { HttpPeer } from "./raw-http.ts";

/** A running server and a client with a session on it. */
export async function openHttp(...args: string[]) {
  const data = temporaryFolder();
  const { url, child } = await startServe(["--servers", "conformance", "--data", data, ...args]);
  const peer = new HttpPeer(`${url}/conformance/mcp`);
  await peer.initialize();
  return { url, child, peer, data };
}
