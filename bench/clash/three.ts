import { BufferAttribute, BufferGeometry, Matrix4 } from "three";
import { MeshBVH } from "three-mesh-bvh";
import { nearPairs } from "../../src/worlds/building/model/clash/broad-phase.ts";
import type { ClashRequest } from "../../src/worlds/building/model/clash/clash.ts";
import { type Engine, evaluate } from "../../src/worlds/building/model/solids/evaluate.ts";
import { cpuMs } from "../building/cpu.ts";

export interface ThreeResult {
  readonly buildMs: number;
  readonly narrowMs: number;
  readonly pairs: number;
  /** Pairs whose triangles meet; touching counts, and no volume is known. */
  readonly meeting: number;
}

/** The same bodies and the same candidate pairs, compared with three-mesh-bvh. */
export function measureThree(engine: Engine, { bodies }: ClashRequest): ThreeResult {
  const build = cpuMs(
    () =>
      bodies.map(({ form, id }) => {
        if (!("solid" in form)) throw new Error("no solid");
        const made = evaluate(engine, { shape: form.solid, key: id, withMesh: true }, new Map());
        if ("failure" in made || made.mesh === undefined) throw new Error("no mesh");
        const geometry = new BufferGeometry();
        geometry.setAttribute("position", new BufferAttribute(made.mesh.positions, 3));
        geometry.setIndex(new BufferAttribute(made.mesh.indices, 1));
        const bvh = new MeshBVH(geometry);
        geometry.boundsTree = bvh;
        return { geometry, bvh };
      }),
    1,
  );
  const here = new Matrix4();
  const { pairs } = nearPairs(
    bodies.map(({ box }) => box),
    1e-6,
  );
  const narrow = cpuMs(() => {
    let meeting = 0;
    for (const [a, b] of pairs) {
      const [one, other] = [build.value[a], build.value[b]];
      if (one !== undefined && other !== undefined && one.bvh.intersectsGeometry(other.geometry, here)) meeting += 1;
    }
    return meeting;
  }, 1);
  return { buildMs: build.ms, narrowMs: narrow.ms, pairs: pairs.length, meeting: narrow.value };
}
