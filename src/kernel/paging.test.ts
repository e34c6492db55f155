import { describe, expect, test } from "vitest";
import { cutList, cutText, firstFitting, wholeEnd } from "./paging.ts";

// Its JSON has nine characters, and a comma follows.
const ITEM = "1234567";

describe("a list", () => {
  test("is whole where it fits to the last character", () => {
    expect(cutList([ITEM, ITEM], 0, 20)).toEqual({ items: [ITEM, ITEM], cut: {}, chars: 20 });
    expect(cutList([], 7, 20)).toEqual({ items: [], cut: {}, chars: 0 });
  });

  test("is cut before the item that no longer fits, and says where to go on", () => {
    expect(cutList([ITEM, ITEM, ""], 5, 19)).toEqual({
      items: [ITEM],
      cut: { truncated: true, next_offset: 6 },
      chars: 10,
    });
  });

  test("gives at least one item, however long", () => {
    expect(cutList([ITEM, ""], 0, 5)).toEqual({ items: [ITEM], cut: { truncated: true, next_offset: 1 }, chars: 10 });
  });

  test("gives a first item that is too long in the form its owner wants, or leaves it out", () => {
    const shorter = (item: string, charsMax: number) => item.slice(0, charsMax - 3);
    expect(firstFitting([ITEM, ""], 5, shorter)).toEqual({ items: ["12"], chars: 5 });
    expect(firstFitting(["", ITEM], 5, shorter)).toEqual({ items: [""], chars: 3 });
    expect(cutList([ITEM], 3, 5, () => undefined)).toEqual({
      items: [],
      cut: { truncated: true, next_offset: 3 },
      chars: 0,
    });
  });
});

describe("a text", () => {
  test("is given whole, in parts, or not at all behind its end", () => {
    expect(cutText("abcdef", 0, 6)).toEqual({ text: "abcdef", cut: {} });
    expect(cutText("abcdef", 0, 4)).toEqual({
      text: "abcd",
      cut: { truncated: true, next_offset: 4, total_chars: 6 },
    });
    expect(cutText("abcdef", 4, 4)).toEqual({ text: "ef", cut: { total_chars: 6 } });
    expect(cutText("abcdef", 9, 4)).toEqual({ text: "", cut: { total_chars: 6 } });
    expect(cutText("abcdef", 2, Number.POSITIVE_INFINITY)).toEqual({ text: "cdef", cut: { total_chars: 6 } });
  });

  test("counts as its JSON does, in which a line break is two characters", () => {
    const { text } = cutText("\n".repeat(100), 0, 50);
    expect(JSON.stringify(text).length).toBeLessThanOrEqual(52);
    expect(text).not.toBe("");
  });

  test("put together from its parts is the text, and no character is torn", () => {
    const whole = 'a"😀\n'.repeat(50);
    let read = "";
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { text, cut }: ReturnType<typeof cutText> = cutText(whole, offset, 7);
      expect(text.isWellFormed()).toBe(true);
      read += text;
      offset = cut.next_offset;
    }
    expect(read).toBe(whole);
  });

  test("that ends in half a character ends there", () => {
    expect(wholeEnd("a😀", 2)).toBe(1);
    expect(wholeEnd("a😀", 3)).toBe(3);
    expect(wholeEnd("a\ud83d", 2)).toBe(2);
    expect(wholeEnd("a", 0)).toBe(0);
  });
});
