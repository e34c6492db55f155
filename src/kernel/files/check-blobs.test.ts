import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openTestCallFiles, type TestCallFiles } from "../../../test/kit/call-files.ts";
import type { OwnedBlob } from "../blob.ts";
import { sha256 } from "../canonical-json.ts";
import { EVERY_TENANT } from "../installation.ts";
import { query } from "../query.ts";
import { blobPath } from "./blob-store.ts";
import type { BlobCheckOptions } from "./check-blobs.ts";

const OWNED = [
  ["ada", "one"],
  ["ada", "two"],
  ["Bob@Example.com", "one"],
] as const;

async function setup() {
  const room = await openTestCallFiles();
  for (const [tenant, content] of OWNED) await room.write(({ blobs }) => blobs.put(Buffer.from(content)), tenant);
  const place = (tenant: string, content: string) => join(room.folder, "blobs", blobPath(tenant, sha256(content)));
  return { room, place, blobs: join(room.folder, "blobs") };
}

/** As the log would name them: each twice, and one more that can be made again. */
function* named(isDerivable = false) {
  for (const [tenant, content] of OWNED) {
    for (let again = 0; again < 2; again++) yield { tenant, sha256: sha256(content), isDerivable };
  }
  yield { tenant: "Bob@Example.com", sha256: sha256("made again"), isDerivable: true };
}

const check = (room: TestCallFiles, of: Iterable<OwnedBlob> = named(), options?: BlobCheckOptions) =>
  room.database.read(EVERY_TENANT, (sql) => room.checkBlobs(sql, of, options));

const NOTHING = { findings: [], remarks: [] };
const ONE_OF_ADA = `blob ${sha256("one")} of tenant ada`;

test("blobs that are all there are counted once each", async () => {
  const { room } = await setup();
  const progress: number[] = [];
  expect(await check(room, named(), { progress: (checked) => void progress.push(checked) })).toEqual({
    checked: 3,
    ...NOTHING,
  });
  expect(progress).toEqual([1, 2, 3]);
});

test("without any blob and any folder there is nothing to tell", async () => {
  const room = await openTestCallFiles();
  expect(await check(room, [])).toEqual({ checked: 0, ...NOTHING });
});

test.each<[string, (place: string) => void, string]>([
  ["missing", (place) => rmSync(place), "is missing"],
  ["gone with its folder", (place) => rmSync(dirname(place), { recursive: true }), "is missing"],
  ["changed", (place) => writeFileSync(place, "eno"), "its content does not match its name"],
  ["cut short", (place) => truncateSync(place, 1), "its content does not match its name"],
  ["empty", (place) => truncateSync(place, 0), "its content does not match its name"],
  [
    "a folder",
    (place) => {
      rmSync(place);
      mkdirSync(place);
    },
    "something else than a file is in its place",
  ],
  [
    "a link to what it was",
    (place) => {
      renameSync(place, `${place}.away`);
      symlinkSync(`${place}.away`, place);
    },
    "something else than a file is in its place",
  ],
])(
  "a blob that is %s is the first bad one; the same content of another tenant does not stand in",
  async (_, harm, reason) => {
    const { room, place } = await setup();
    harm(place("ada", "one"));
    expect(await check(room)).toMatchObject({ findings: [{ what: ONE_OF_ADA, reason }] });
  },
);

test("what can be made again may be absent, but not wrong", async () => {
  const { room, place } = await setup();
  rmSync(place("ada", "one"));
  expect(await check(room, named(true))).toEqual({ checked: 2, ...NOTHING });
  writeFileSync(place("ada", "one"), "eno");
  expect(await check(room, named(true))).toMatchObject({ findings: [{ what: ONE_OF_ADA }] });
});

test("files that may not be read are told, without a stack trace", async () => {
  const { room, blobs } = await setup();
  const report = await room.database.read(EVERY_TENANT, async (sql) => {
    chmodSync(blobs, 0);
    // Root may read everything, so that this is asked as nobody.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      return await room.checkBlobs(sql, named());
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(blobs, 0o700);
    }
  });
  const reason = "cannot be read";
  expect(report).toMatchObject({
    checked: 0,
    findings: [
      ...OWNED.map(([tenant, content]) => ({ what: `blob ${sha256(content)} of tenant ${tenant}`, reason })),
      { reason },
    ],
    remarks: expect.arrayContaining(["blobs: cannot be looked into"]),
  });
});

test("a committed blob that could not be moved to its place is a remark, and bad once it is lost there too", async () => {
  const { room, place, blobs } = await setup();
  const [entry] = await room.database.read(EVERY_TENANT, (sql) =>
    sql.all<{ aside: string }>(query`select aside from staged_file where tenant_id = 'ada' order by call_id`),
  );
  renameSync(place("ada", "one"), join(blobs, entry?.aside ?? ""));
  expect(await check(room)).toEqual({
    checked: 3,
    findings: [],
    remarks: [`${ONE_OF_ADA}: is committed and waits to be moved to its place: the next start that may write does it`],
  });
  writeFileSync(join(blobs, entry?.aside ?? ""), "eno");
  expect((await check(room)).findings).toEqual([{ what: ONE_OF_ADA, reason: "its content does not match its name" }]);
});

test("whatever people leave among the blobs is told and harms nothing", async () => {
  const { room, place, blobs } = await setup();
  const bob = dirname(dirname(dirname(place("Bob@Example.com", "one"))));
  writeFileSync(join(blobs, ".DS_Store"), "");
  writeFileSync(join(blobs, "\u001b[31mred\n"), "");
  symlinkSync("/etc", join(blobs, "link"));
  mkdirSync(join(blobs, "carol/sha256/ab"), { recursive: true });
  writeFileSync(join(blobs, "carol/sha256/ab", "c".repeat(62)), "not abccc");
  mkdirSync(join(blobs, "sha256/XY"), { recursive: true });
  writeFileSync(join(bob, "notes.txt"), "");
  writeFileSync(join(bob, "sha256/zz"), "");
  mkdirSync(join(bob, "sha256/00", "0".repeat(62)), { recursive: true });
  writeFileSync(join(bob, "sha256/00", "short"), "");
  writeFileSync(join(bob, "sha256/ff"), "a file in the place of a folder");
  const unnamed = join(blobs, blobPath("ada", sha256("unnamed")));
  mkdirSync(dirname(unnamed), { recursive: true });
  writeFileSync(unnamed, "unnamed");

  const { checked, findings, remarks } = await check(room);

  const below = (path: string) => `blobs/${path.slice(blobs.length + 1)}`;
  expect(findings).toEqual([
    { what: `blobs/carol/sha256/ab/${"c".repeat(62)}`, reason: "its content does not match its name" },
  ]);
  expect(checked).toBe(5);
  expect(remarks.toSorted()).toEqual(
    [
      `${below(unnamed)}: is named by no entry of the log`,
      `${below(join(bob, "notes.txt"))}: does not belong here`,
      `${below(join(bob, "sha256/00", "0".repeat(62)))}: something else than a file is in its place`,
      `${below(join(bob, "sha256/00/short"))}: does not belong here`,
      `${below(join(bob, "sha256/ff"))}: should be a folder`,
      `${below(join(bob, "sha256/zz"))}: does not belong here`,
      "blobs/.DS_Store: should be a folder",
      '"blobs/\\u001b[31mred\\n": should be a folder',
      "blobs/link: should be a folder",
      "blobs/sha256/XY: does not belong here",
    ].sort(),
  );
});

test("a folder of blobs that is a file is told", async () => {
  const { room, blobs } = await setup();
  rmSync(blobs, { recursive: true });
  writeFileSync(blobs, "no folder");
  const { findings, remarks } = await check(room);
  expect([findings.length, remarks]).toEqual([3, ["blobs: should be a folder"]]);
});

test("thousands of strange files are counted, and the first of them told", async () => {
  const { room, blobs } = await setup();
  for (let n = 0; n < 250; n++) writeFileSync(join(blobs, `strange-${n}`), "");
  const { remarks } = await check(room);
  expect([remarks.length, remarks.at(-1)]).toEqual([101, "150 more things among the blobs are not named one by one"]);
  expect(await check(room, named(), { onlyNamed: true })).toEqual({ checked: 3, ...NOTHING });
});
