/** Text of a STEP file as people read it: its escapes for letters beyond ASCII undone. */
export function decodeText(text: string): string {
  if (!text.includes("\\")) return text;
  return text
    .replace(/\\X2\\((?:[0-9A-F]{4})*)\\X0\\/gi, (_, hex: string) => fromHex(hex, 4))
    .replace(/\\X4\\((?:[0-9A-F]{8})*)\\X0\\/gi, (_, hex: string) => fromHex(hex, 8))
    .replace(/\\X\\([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\S\\(.)/g, (_, letter: string) => String.fromCharCode(letter.charCodeAt(0) + 128))
    .replace(/\\P[A-I]\\/g, "")
    .replaceAll("\\\\", "\\");
}

function fromHex(hex: string, digits: number): string {
  const codes = hex.match(new RegExp(`.{${digits}}`, "g")) ?? [];
  if (digits === 4) return String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16)));
  return String.fromCodePoint(...codes.map((code) => Math.min(Number.parseInt(code, 16), 0x10ffff)));
}
