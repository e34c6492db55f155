import { expect, test } from "vitest";
import { guessCharset } from "./guess-charset.ts";

/** Text in a charset that nothing here writes: looked up by decoding every pair of bytes. */
function encode(text: string, charset: string): Buffer {
  const decoder = new TextDecoder(charset);
  const bytes = new Map<string, number[]>();
  for (let byte = 0xff; byte >= 0; byte--) bytes.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  for (let lead = 0xfe; lead >= 0x81; lead--) {
    for (let trail = 0xfe; trail >= 0x40; trail--) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if ([...character].length === 1 && !bytes.has(character)) bytes.set(character, [lead, trail]);
    }
  }
  return Buffer.from([...text].flatMap((character) => bytes.get(character) ?? []));
}

const JAPANESE = "氏名,電話番号,住所\n山田太郎,03-1234-5678,東京都千代田区\n";
const LETTER = "拝啓 いつもお世話になっております。請求書をお送りしますので、ご確認ください。";

test.each([
  ["shift_jis", JAPANESE],
  ["shift_jis", LETTER],
  ["euc-jp", LETTER],
  ["gbk", "姓名,电话,地址\n王小明,13800138000,北京市朝阳区建国路\n"],
  ["gbk", "请在星期五之前把发票寄给我们，谢谢。"],
  ["big5", "姓名,電話,地址\n王小明,0912345678,臺北市信義區\n請在星期五之前把發票寄給我們，謝謝。"],
  ["euc-kr", "이름,전화,주소\n김철수,010-1234-5678,서울시 강남구\n"],
  ["windows-1251", "Имя,Город\nИван Петров,Москва\nОльга Сидорова,Нижний Новгород\n"],
  ["windows-1252", "Name,Ort\nJürgen Müller,Köln\nFrançois Noël,Besançon\n“Größe” – 5 €\n"],
  ["windows-1252", "L’été à la plage, c’est déjà fini… Où vas-tu ? 20 °C"],
  ["windows-1252", "¿Qué pasó, señor? ¡Mañana!"],
])("knows text in %s", (charset, text) => {
  const content = encode(text, charset);
  expect(new TextDecoder(charset).decode(content)).toBe(text);
  expect(guessCharset(content)).toBe(charset);
});

test.each([
  ["Polish", Buffer.from("Za\xbf\xf3\xb3\xe6 g\xea\x9cl\xb9 ja\x9f\xf1", "latin1")],
  [
    "Greek",
    Buffer.from("\xca\xe1\xeb\xe7\xec\xdd\xf1\xe1 \xea\xfc\xf3\xec\xe5, \xf4\xe9 \xea\xdc\xed\xe5\xe9\xf2", "latin1"),
  ],
  ["text of an old machine", Buffer.from("J\x81rgen M\x81ller", "latin1")],
  ["no text", Buffer.from([0x4d, 0xfc, 0x00])],
  ["noise", Buffer.from(Array.from({ length: 400 }, (_none, n) => 0x20 + ((n * 7919 * (n + 3)) % 0xdf)))],
])("does not guess at %s", (_what, content) => {
  expect(guessCharset(content)).toBeUndefined();
});
