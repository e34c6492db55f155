import { Worker } from "node:worker_threads";
import { KernelError, refuseCancelled } from "../../../../kernel/index.ts";
import { keyOf, type Shape } from "../shape/shape.ts";
import type { Solid, SolidAnswer, SolidMesh, SolidRequest } from "./solid.ts";

const WORKER = import.meta.url.endsWith(".ts")
  ? new URL("./solids-worker.ts", import.meta.url)
  : new URL("./solids-worker.js", import.meta.url);

/** Solids that are remembered; each is a few numbers. */
const SOLIDS_MAX = 50_000;
/** Surfaces that are remembered, by the numbers in them: about 64 MB. */
const MESH_NUMBERS_MAX = 16_000_000;

export interface Asking {
  readonly signal?: AbortSignal;
  /** Told after each solid that had to be made. */
  progress?(done: number, total: number): void;
  /** Bytes of a mesh that was brought in. */
  mesh?(sha256: string): Promise<Uint8Array>;
}

/** A solid, or why the engine cannot make it. */
export type Made = { readonly solid: Solid } | { readonly failure: string };
export type MadeMesh = { readonly solid: Solid; readonly mesh: SolidMesh } | { readonly failure: string };

/** Makes solids of shapes in a thread of their own, which starts with the first one and ends when a caller cancels. */
export interface Solids {
  /** By the keys of the shapes. */
  make(shapes: readonly Shape[], asking?: Asking): Promise<ReadonlyMap<string, Made>>;
  /** The same, with surfaces. */
  meshes(shapes: readonly Shape[], asking?: Asking): Promise<ReadonlyMap<string, MadeMesh>>;
  close(): Promise<void>;
}

interface Request extends SolidRequest {
  readonly answers: SolidAnswer[];
  readonly asking: Asking;
  finish(): void;
  fail(error: Error): void;
}

export function createSolids(): Solids {
  const known = new Map<string, Made>();
  const surfaces = new Map<string, MadeMesh>();
  let surfaceNumbers = 0;
  let waiting: Request[] = [];
  let active: Request | undefined;
  let worker: Worker | undefined;
  let closed = false;

  function start(): Worker {
    const started = new Worker(WORKER, { execArgv: [] });
    let cause: unknown;
    started.on("message", receive);
    started.on("error", (error) => {
      cause = error;
    });
    started.on("exit", () => {
      if (worker !== started) return;
      worker = undefined;
      const failed = active;
      active = undefined;
      failed?.fail(
        new KernelError("internal", "The geometry engine stopped; the next call starts it anew", {}, { cause }),
      );
      next();
    });
    return started;
  }

  function receive(answer: SolidAnswer): void {
    if (active === undefined) return;
    active.answers.push(answer);
    active.asking.progress?.(active.answers.length, active.jobs.length);
    if (active.answers.length < active.jobs.length) return;
    const done = active;
    active = undefined;
    done.finish();
    next();
  }

  function next(): void {
    if (active !== undefined) return;
    active = waiting.shift();
    // An idle thread does not keep the process alive, one at work does.
    if (active === undefined) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage({ jobs: active.jobs, meshes: active.meshes } satisfies SolidRequest);
  }

  /** Whoever cancels while its solids are made ends the thread; those who wait get a new one. */
  function abandon(request: Request): void {
    waiting = waiting.filter((other) => other !== request);
    if (active !== request) return;
    active = undefined;
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
    next();
  }

  async function ask(shapes: ReadonlyMap<string, Shape>, withMesh: boolean, asking: Asking): Promise<SolidAnswer[]> {
    if (closed) throw new KernelError("shutting_down", "The server is stopping");
    const { signal } = asking;
    if (signal !== undefined) refuseCancelled(signal);
    const jobs = [...shapes].map(([key, shape]) => ({ key, shape, withMesh }));
    const meshes = await meshesIn(shapes.values(), asking);
    return new Promise((resolve, reject) => {
      const settle = <Value>(then: (value: Value) => void) => {
        return (value: Value) => {
          signal?.removeEventListener("abort", onAbort);
          then(value);
        };
      };
      const answers: SolidAnswer[] = [];
      const request: Request = {
        jobs,
        meshes,
        answers,
        asking,
        finish: () => settle(resolve)(answers),
        fail: settle(reject),
      };
      function onAbort(): void {
        abandon(request);
        request.fail(new KernelError("cancelled", "The caller cancelled; nothing was written"));
      }
      signal?.addEventListener("abort", onAbort, { once: true });
      waiting.push(request);
      next();
    });
  }

  return {
    async make(shapes, asking = {}) {
      const byKey = new Map(shapes.map((shape) => [keyOf(shape), shape]));
      const found = new Map<string, Made>();
      const missing = new Map<string, Shape>();
      for (const [key, shape] of byKey) {
        const made = known.get(key);
        if (made === undefined) missing.set(key, shape);
        else found.set(key, made);
      }
      if (missing.size === 0) return found;
      const answers = await ask(missing, false, asking);
      for (const [n, key] of [...missing.keys()].entries()) {
        const made = withoutMesh(answers[n] as SolidAnswer);
        found.set(key, made);
        known.set(key, made);
        const [oldest] = known.keys();
        if (known.size > SOLIDS_MAX && oldest !== undefined) known.delete(oldest);
      }
      return found;
    },
    async meshes(shapes, asking = {}) {
      const byKey = new Map(shapes.map((shape) => [keyOf(shape), shape]));
      const found = new Map(
        [...byKey.keys()].flatMap((key) => (surfaces.has(key) ? [[key, surfaces.get(key) as MadeMesh]] : [])),
      );
      const missing = new Map([...byKey].filter(([key]) => !found.has(key)));
      if (missing.size === 0) return found;
      const answers = await ask(missing, true, asking);
      [...missing.keys()].forEach((key, n) => {
        const made = answers[n] as MadeMesh;
        found.set(key, made);
        surfaces.set(key, made);
        surfaceNumbers += numbersIn(made);
      });
      for (const [key, made] of surfaces) {
        if (surfaceNumbers <= MESH_NUMBERS_MAX) break;
        surfaces.delete(key);
        surfaceNumbers -= numbersIn(made);
      }
      return found;
    },
    async close() {
      closed = true;
      const stopping = new KernelError("shutting_down", "The server is stopping");
      const ended = worker;
      worker = undefined;
      for (const request of active === undefined ? waiting : [active, ...waiting]) request.fail(stopping);
      active = undefined;
      waiting = [];
      // What does not keep the process alive would let it end before the thread has.
      ended?.ref();
      await ended?.terminate();
    },
  };
}

function withoutMesh(answer: SolidAnswer): Made {
  return "failure" in answer ? { failure: answer.failure } : { solid: answer.solid };
}

function numbersIn(made: MadeMesh): number {
  return "failure" in made ? 0 : made.mesh.positions.length + made.mesh.indices.length;
}

async function meshesIn(shapes: Iterable<Shape>, { mesh }: Asking): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const shape of shapes) {
    for (const sha256 of namedMeshes(shape)) {
      if (found.has(sha256)) continue;
      if (mesh === undefined) throw new KernelError("internal", "Nobody knows where the meshes lie");
      found.set(sha256, await mesh(sha256));
    }
  }
  return found;
}

/** The meshes that a shape is made of. */
export function namedMeshes(shape: Shape): readonly string[] {
  switch (shape.op) {
    case "mesh":
      return [shape.sha256];
    case "trim":
    case "place":
      return namedMeshes(shape.shape);
    case "union":
      return shape.shapes.flatMap(namedMeshes);
    case "subtract":
    case "intersect":
      return [...namedMeshes(shape.a), ...namedMeshes(shape.b)];
    default:
      return [];
  }
}
