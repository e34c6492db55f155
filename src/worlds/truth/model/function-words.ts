/** Words that say how a question is put, in the languages beside English that the index does not know them of. */
const WORDS: Readonly<Record<string, string>> = {
  de: "aber als am an auch auf aus bei beim bin bis da das dein deine dem den denn der des die dies diese dieser dir doch du ein eine einem einen einer eines er es euch euer fur gab gibt habe haben hast hat hatte heisst hiess ich ihm ihn ihr ihre ihrem ihren im in ist jetzt kann konnen lautet man mein meine meinem meinen meiner mich mir mit muss nach noch nun ob oder sein seine sich sie sind so soll sollte uber um und uns unser unsere unserem unseren unserer vom von vor wann war waren warum was welche welchem welchen welcher welches wem wen wenn wer werden wessen wie wieso wieviel wird wo wohin woher womit worum wurde wurden zu zum zur hoch viel viele lange alt gross oft teuer weit",
  fr: "a ai as au aux avec avez avons c ce ces cet cette combien comment d dans de depuis des dois doit du elle elles en est et eu il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou par pas pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa se ses son sont suis sur ta te tes toi ton tu un une vos votre vous y etait",
  es: "a al como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde el ella ellos en era eran es esta este esto fue ha han hasta hay he la las le les lo los me mi mis muy no nos nuestra nuestras nuestro nuestros o para pero por que quien quienes se sin sobre son su sus te tengo tiene tienen tu tus un una uno y yo",
  it: "a ai al alla alle anche c che chi ci come con cosa cui d da dal dalla dei del della delle di dov dove e era fu gli ha hai hanno ho i il in io l la le lei lo loro lui ma mi mia mie miei mio nel nella noi non nostra nostro o per perche piu qual quale quali quando quanta quante quanti quanto s se si sono sta su sua sue suo suoi ti tu tua tuo un una uno",
  pt: "a ao as com como da das de do dos e ela ele em era essa esse esta este eu foi ha me meu meus minha minhas na nas no nos nossa nosso o onde os ou para pela pelo por qual quais quando quanta quantas quanto quantos que quem sao se seu seus sua suas tem tenho um uma voce",
  nl: "aan al als bij dan dat de deze die dit door een en er ga ging had heb hebben heeft heet hem het hij hoe hoeveel hun ik in is je jij kan kun laatste me mijn moet na naar nu of om ons onze ook op over te toen tot u uit van veel voor waar waarom wanneer waren was wat we welke wie wij word wordt zal ze zich zij zijn zo",
};
const ENGLISH = new Set(
  "a about all am an and any are as at be been before by can could did do does for from get got had has have he her his how i in is it its kind many may me more much must my new next now of on or our out over she should some tell that the their them then there they this those to was we were what when where which who whom whose why will with would you your".split(
    " ",
  ),
);

const SETS = Object.values(WORDS).map((words) => new Set(words.split(" ")));
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text in small letters and without marks, as they stand one after the other. */
export function plainWords(text: string): string[] {
  return plain(text).match(WORD) ?? [];
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/\p{M}+/gu, "");
}

/**
 * What a question in one of these languages asks by: its words without those that only say how it is put. Undefined
 * where it is English or in another language.
 */
export function tellingWords(question: string): readonly string[] | undefined {
  const all = question.normalize("NFC").match(WORD) ?? [];
  const folded = all.map(plain);
  const english = folded.filter((word) => ENGLISH.has(word)).length;
  const counts = SETS.map((set) => folded.filter((word) => set.has(word)).length);
  const most = Math.max(...counts);
  const set = SETS[counts.indexOf(most)];
  if (set === undefined || most <= english) return undefined;
  return all.filter((_, index) => !set.has(folded[index] ?? ""));
}
