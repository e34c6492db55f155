/** Instructions as nested bytes: written in the order they run, flattened at the end. */
export type Code = readonly (number | Code)[];

const I32 = 0x7f;
const V128 = 0x7b;
const END: Code = [0x0b];
export const ADD: Code = [0x6a];
export const SHIFT_LEFT: Code = [0x74];

const flat = (code: Code): number[] => code.flatMap((part) => (typeof part === "number" ? [part] : flat(part)));

/** WebAssembly writes counts in LEB128, seven bits a byte. */
const count = (value: number): Code => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, count(value >>> 7)]);
/** Constants are signed: bit 6 of the last byte is the sign. Ours are never negative. */
const signed = (value: number): Code => (value < 0x40 ? [value] : [(value & 0x7f) | 0x80, signed(value >>> 7)]);
const list = (items: readonly Code[]): Code => [count(items.length), items];
const sized = (code: Code): Code => [count(flat(code).length), code];
const section = (id: number, code: Code): Code => [id, sized(code)];
const text = (value: string): Code => sized([...Buffer.from(value)]);

export const get = (local: number): Code => [0x20, count(local)];
export const set = (local: number): Code => [0x21, count(local)];
export const constant = (value: number): Code => [0x41, signed(value)];
export const advance = (local: number, by: Code): Code => [get(local), by, ADD, set(local)];

/** Repeats `body`, counting `local` up by `step` until it reaches `limit`. The body runs at least once. */
export const upTo = (local: number, step: number, limit: number, body: Code): Code => [
  [constant(0), set(local)],
  [0x03, 0x40, body, advance(local, constant(step)), get(local), get(limit), 0x48, 0x0d, 0, END],
];

const simd = (opcode: number, operands: Code = []): Code => [0xfd, count(opcode), operands];
export const load = (offset: number): Code => simd(0x00, [4, count(offset)]);
/** Loads 32 bits and repeats them in all four lanes. */
export const loadSplat = (offset: number): Code => simd(0x09, [2, count(offset)]);
export const store = (offset: number): Code => simd(0x0b, [4, count(offset)]);
export const ZERO = simd(0x0c, new Array<number>(16).fill(0));
/** Eight products of int16, added in pairs to four int32. */
export const DOT_I16 = simd(0xba);
export const ADD_I32 = simd(0xae);
export const I32_TO_F32 = simd(0xfa);
export const ADD_F32 = simd(0xe4);
export const MULTIPLY_F32 = simd(0xe6);

/** The most that WebAssembly can address. */
const PAGES_MAX = 65_536;

/** A module with one exported function of integers that works on the imported memory `kernel.memory`, which threads share. */
export function assembleModule(
  name: string,
  parameters: number,
  locals: Readonly<{ i32: number; v128: number }>,
  body: Code,
): Uint8Array<ArrayBuffer> {
  const types = list([
    [count(locals.i32), I32],
    [count(locals.v128), V128],
  ]);
  const module: Code = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, list([[0x60, list(new Array<Code>(parameters).fill([I32])), list([])]])),
    section(2, list([[text("kernel"), text("memory"), 2, 3, 1, count(PAGES_MAX)]])),
    section(3, list([[0]])),
    section(7, list([[text(name), 0, 0]])),
    section(10, list([sized([types, body, END])])),
  ];
  return Uint8Array.from(flat(module));
}
