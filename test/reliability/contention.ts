import { SLOW_CLOCK } from "../kit/processes.ts";
import { type Ack, type CallEnd, startProduct } from "./server-process.ts";

export interface Contention {
  readonly acks: readonly Ack[];
  /** Everything that reached a client and was not an acknowledgement. */
  readonly troubles: readonly string[];
  readonly durationMs: number;
}

/**
 * Starts some processes at the same moment on the same data; each sends all its writes at once. They wait for each other as
 * long as it takes: what is asked here is that all come through, not how fast the machine is.
 */
export async function contend(args: readonly string[], processes: number, writesEach: number): Promise<Contention> {
  const startedMs = performance.now();
  const servers = Array.from({ length: processes }, () => startProduct("conformance", args, SLOW_CLOCK));
  const ends = await Promise.all(
    servers.map((server, process) => {
      const started = server.initialize();
      const writes = Array.from({ length: writesEach }, (_, write) =>
        server.write(`process ${process} write ${write}`),
      );
      return Promise.all([started, ...writes]);
    }),
  );
  const durationMs = performance.now() - startedMs;
  const exits = await Promise.all(servers.map((server) => server.end()));
  return {
    acks: servers.flatMap((server) => server.acks),
    troubles: [
      ...ends.flat().flatMap(troubleOf),
      ...exits.flatMap((code) => (code === 0 ? [] : [`exit ${code}`])),
      ...servers.flatMap(({ stderr }) => (stderr === "" ? [] : [stderr])),
    ],
    durationMs,
  };
}

function troubleOf({ failed, died }: CallEnd): string[] {
  if (died) return ["the process died"];
  return failed === undefined ? [] : [failed];
}
