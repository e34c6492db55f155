import { expect, test } from "vitest";
import { plainWords, tellingWords } from "./function-words.ts";

test.each([
  ["Wie heißt mein Bruder?", ["Bruder"]],
  ["Bis wann muss die Steuererklärung abgegeben werden?", ["Steuererklärung", "abgegeben"]],
  ["Quel est le code de la porte ?", ["code", "porte"]],
  ["Combien coûte l'abonnement de métro ?", ["coûte", "abonnement", "métro"]],
  ["¿Dónde trabaja Carmen?", ["trabaja", "Carmen"]],
  ["Qual è il telefono del medico?", ["telefono", "medico"]],
  ["Onde mora a minha irmã?", ["mora", "irmã"]],
  ["Waar woont mijn zus?", ["woont", "zus"]],
  ["What is the name of the hotel?", undefined],
  ["Who was Anna's teacher in Die?", undefined],
  ["Where does La Fe lie?", undefined],
  ["invoice R-100", undefined],
  ["妹の名前は何ですか", undefined],
])("%s asks by %j", (question, words) => expect(tellingWords(question)).toEqual(words));

test("words are compared without case and marks", () => {
  expect(plainWords("Straße nach Évora")).toEqual(["strasse", "nach", "evora"]);
});
