import type { IncomingMessage } from "node:http";
import type { Env } from "../../env.ts";
import { KernelError } from "../../errors.ts";
import { type BodyRoom, createBodyRoom } from "./body-room.ts";

const MIB = 1024 * 1024;
/** Bodies up to this size have room of their own: a few large ones never keep the many small ones out. */
const SMALL_BYTES = MIB;
/** A client that is cut off while it sends never reads why; so much is read and thrown away first. */
const DISCARDED_MAX = 64 * MIB;

export interface BodyLimits {
  /** What all large bodies together may hold, from their first byte until they are answered. */
  readonly largeBytesMax: number;
  readonly smallBytesMax: number;
  /** How long a body waits for room. */
  readonly waitMs: number;
  /** How long a client may send nothing, and how long it may be slower than the least. */
  readonly stallMs: number;
  readonly bytesPerSecondMin: number;
}

const DEFAULT_BODY_LIMITS: BodyLimits = {
  largeBytesMax: 160 * MIB,
  smallBytesMax: 32 * MIB,
  waitMs: 5000,
  stallMs: 10_000,
  bytesPerSecondMin: 16 * 1024,
};

/** A body that has arrived whole. */
export interface Received {
  readonly bytes: Buffer;
  /** Gives its room back: once nothing is left of it. */
  release(): void;
}

/** The bodies of all requests of a process. */
export interface Bodies {
  /** Counted for the user who sends it, where there is a sign-in. */
  receive(request: IncomingMessage, bytesMax: number, user?: string): Promise<Received>;
  /** Those that are still arriving are refused. */
  close(): void;
}

export function createBodies(env: Env, limits: Partial<BodyLimits> = {}): Bodies {
  const { largeBytesMax, smallBytesMax, waitMs, ...pace } = { ...DEFAULT_BODY_LIMITS, ...limits };
  const small = createBodyRoom(smallBytesMax, waitMs, env);
  const large = createBodyRoom(largeBytesMax, waitMs, env);
  const closing = new AbortController();

  /** Room for one body: for what has come of it while it is small, for all that may come once it is not. */
  function holdRoom(declared: number | undefined, bytesMax: number, hungUp: AbortSignal, user: string | undefined) {
    let held: { readonly room: BodyRoom; bytes: number } | undefined;
    const release = () => {
      held?.room.give(held.bytes, user);
      held = undefined;
    };
    async function takeLarge(bytes: number): Promise<void> {
      release();
      await large.take(bytes, hungUp, user);
      held = { room: large, bytes };
    }
    return {
      release,
      async begin(): Promise<void> {
        if (declared !== undefined && declared > SMALL_BYTES) await takeLarge(declared);
      },
      async grow(total: number, by: number): Promise<void> {
        if (held?.room === large) return;
        if (total > SMALL_BYTES) return takeLarge(bytesMax);
        await small.take(by, hungUp, user);
        held ??= { room: small, bytes: 0 };
        held.bytes += by;
      },
    };
  }

  async function receive(request: IncomingMessage, bytesMax: number, user?: string): Promise<Received> {
    const declared = declaredLength(request);
    const tooLarge = () => new KernelError("too_large", "The message is too large", { limit_bytes: bytesMax });
    if (declared !== undefined && declared > Math.max(bytesMax, DISCARDED_MAX)) throw tooLarge();
    const hungUp = new AbortController();
    const hangUp = () => hungUp.abort();
    request.once("close", hangUp);
    if (request.destroyed) hangUp();
    const room = holdRoom(declared, bytesMax, hungUp.signal, user);
    const pieces = piecesOf(request, env, pace, closing.signal);
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      if ((declared ?? 0) <= bytesMax) await room.begin();
      for (let piece = await pieces.next(); piece !== undefined; piece = await pieces.next()) {
        bytes += piece.length;
        if (bytes > Math.max(bytesMax, DISCARDED_MAX)) throw tooLarge();
        if (bytes <= bytesMax && (declared ?? 0) <= bytesMax) {
          await room.grow(bytes, piece.length);
          chunks.push(piece);
        } else if (chunks.length > 0) {
          chunks.length = 0;
          room.release();
        }
      }
      if (bytes > bytesMax) throw tooLarge();
      return { bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), release: room.release };
    } catch (error) {
      room.release();
      if (error instanceof KernelError && error.code === "overloaded") await discard(pieces);
      throw error;
    } finally {
      request.off("close", hangUp);
      pieces.end();
    }
  }

  return { receive, close: () => closing.abort() };
}

function declaredLength({ headers }: IncomingMessage): number | undefined {
  const declared = headers["content-length"];
  return declared === undefined ? undefined : Number(declared);
}

interface Pieces {
  /** The next piece; undefined at the end. */
  next(): Promise<Buffer | undefined>;
  end(): void;
}

/** What a client sends, as long as it keeps sending. */
function piecesOf(
  request: IncomingMessage,
  env: Env,
  { stallMs, bytesPerSecondMin }: Pick<BodyLimits, "stallMs" | "bytesPerSecondMin">,
  closing: AbortSignal,
): Pieces {
  const startedMs = env.monotonicMs();
  const arriving = request[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let bytes = 0;
  let over: KernelError | undefined;
  let endWait: (error: KernelError) => void = () => {};
  const giveUp = (error: KernelError) => {
    over ??= error;
    endWait(error);
  };
  // A promise of its own for each piece: one that lasted as long as the body would hold on to every piece it raced with.
  const arrival = () =>
    new Promise<IteratorResult<Buffer, undefined>>((resolve, reject) => {
      if (over !== undefined) return reject(over);
      endWait = reject;
      arriving.next().then(resolve, reject);
    });
  const tooSlow = () => new KernelError("request_timeout", "The body came too slowly");
  const onStall = () => giveUp(tooSlow());
  const onClosing = () => giveUp(new KernelError("shutting_down", "The server is stopping"));
  // Heard on the request: a timeout of its socket that nobody hears there ends the connection without a word.
  request.on("timeout", onStall);
  closing.addEventListener("abort", onClosing);
  if (closing.aborted) onClosing();

  async function next(): Promise<Buffer | undefined> {
    request.socket.setTimeout(stallMs);
    try {
      const { done, value } = await arrival();
      if (done === true) return undefined;
      bytes += value.length;
      const seconds = (env.monotonicMs() - startedMs - stallMs) / 1000;
      if (bytes < seconds * bytesPerSecondMin) throw tooSlow();
      return value;
    } catch (error) {
      if (error instanceof KernelError) throw error;
      throw new KernelError("invalid_request", "The body broke off", {}, { cause: error });
    } finally {
      request.socket.setTimeout(0);
    }
  }

  function end(): void {
    request.off("timeout", onStall);
    closing.removeEventListener("abort", onClosing);
  }

  return { next, end };
}

/** Reads on, so that the client reads why it is refused; a little of what it sends, and keeping none. */
async function discard(pieces: Pieces): Promise<void> {
  let bytes = 0;
  for (let piece = await pieces.next(); piece !== undefined; piece = await pieces.next()) {
    bytes += piece.length;
    if (bytes > DISCARDED_MAX) return;
  }
}
