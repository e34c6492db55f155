import { expect, test } from "vitest";
import { area, type Drawing, words } from "../model/drawing/drawing.ts";
import { box } from "../model/drawing/symbols.ts";
import { makePicture } from "./make-picture.ts";

const drawing = (text: string, width = 50.8, height = 25.4): Drawing => ({
  title: "A picture",
  width,
  height,
  scale: 100,
  origin: [0, 0],
  marks: [area("cut", box(5, 5, 20, 10)), words([5, 15], text, { size: 4, isBold: true })],
});

const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

test("a picture has 150 dots an inch, and is the same bytes each time", async () => {
  const [one, two] = [await makePicture(drawing("Hall 12.50 m²"), {}), await makePicture(drawing("Hall 12.50 m²"), {})];
  expect([...one.slice(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect(sizeOf(one)).toEqual([300, 150]);
  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
});

test("letters of Latin, Greek and Cyrillic are painted, whatever fonts the machine has", async () => {
  const blank = Buffer.from(await makePicture(drawing(" "), {}));
  const painted = [];
  for (const text of ["Küche", "Łazienka", "Ω", "Кухня"])
    painted.push(Buffer.from(await makePicture(drawing(text), {})));
  for (const one of painted) expect(one.equals(blank)).toBe(false);
  // A box for a letter that is missing would be the same for both.
  expect(painted[2]?.equals(Buffer.from(await makePicture(drawing("Ψ"), {})))).toBe(false);
});

test("bold letters beyond Latin-1 are painted bold, as many as a word has", async () => {
  const painted = async (text: string, isBold: boolean) =>
    Buffer.from(await makePicture({ ...drawing(" "), marks: [words([5, 15], text, { size: 4, isBold })] }, {}));
  // A letter that is missing is a box: the same box for both.
  expect((await painted("śę", true)).equals(await painted("śł", true))).toBe(false);
  expect((await painted("Ω", true)).equals(await painted("Ω", false))).toBe(false);
});

test("paper that would fill the memory is refused", async () => {
  await expect(makePicture(drawing("Wide", 5000, 5000), {})).rejects.toMatchObject({
    code: "invalid_arguments",
    details: { argument: "format" },
  });
});
