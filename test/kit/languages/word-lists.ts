/** A word as texts have it, and as questions do. */
export type Pair = readonly [told: string, asked: string];

export interface WordLists {
  readonly name: string;
  /** Twenty things that are done, ten places, ten people. */
  readonly done: readonly Pair[];
  readonly places: readonly Pair[];
  readonly people: readonly string[];
  tell(person: string, done: string, place: string, day: number): string;
  ask(done: string, place: string): string;
}

const same = (words: string): Pair[] => words.split(" ").map((word) => [word, word]);
const pairs = (words: string): Pair[] =>
  words.split(" ").map((word) => {
    const [told = "", asked = told] = word.split("/");
    return [told.replaceAll("_", " "), asked.replaceAll("_", " ")];
  });

const chinese: WordLists = {
  name: "Chinese",
  done: same(
    "修理自行车 学习钢琴 种植玫瑰 准备会议 拍摄照片 烘烤面包 翻译合同 粉刷墙壁 喂养小猫 练习游泳 " +
      "阅读报纸 维修电脑 购买邮票 打扫走廊 举办婚礼 测量温度 收集贝壳 雕刻木头 缝补衣服 组装书架",
  ),
  places: same("图书馆 火车站 公园里 医院旁 学校里 海滩上 工厂内 博物馆 市场边 办公室"),
  people: "王老师 李医生 张师傅 陈小姐 刘先生 赵奶奶 周同学 吴经理 孙护士 马叔叔".split(" "),
  tell: (person, done, place, day) => `${day}号下午，${person}在${place}忙着${done}，天气很好。`,
  ask: (done, place) => `谁在${place}${done}？`,
};

const japanese: WordLists = {
  name: "Japanese",
  done: pairs(
    "自転車を修理した/自転車の修理 ピアノを練習した/ピアノの練習 薔薇を植えた/薔薇を植える 会議を準備した/会議の準備 " +
      "写真を撮影した/写真の撮影 パンを焼いた/パンを焼く 契約書を翻訳した/契約書の翻訳 壁を塗った/壁を塗る " +
      "子猫を世話した/子猫の世話 水泳を習った/水泳を習う 新聞を読んだ/新聞を読む パソコンを直した/パソコンを直す " +
      "切手を購入した/切手の購入 廊下を掃除した/廊下の掃除 結婚式を開いた/結婚式 温度を測定した/温度の測定 " +
      "貝殻を集めた/貝殻を集める 木材を彫った/木材を彫る 制服を繕った/制服を繕う 本棚を組み立てた/本棚の組み立て",
  ),
  places: same("図書館 駅前 公園 病院 学校 海岸 工場 博物館 市場 事務所"),
  people: "田中さん 佐藤先生 鈴木さん 高橋さん 伊藤さん 渡辺さん 山本さん 中村さん 小林さん 加藤さん".split(" "),
  tell: (person, done, place, day) => `${day}日の午後、${person}は${place}で${done}。天気がよかった。`,
  ask: (done, place) => `${place}で${done}をしたのは誰ですか`,
};

const thai: WordLists = {
  name: "Thai",
  done: same(
    "ซ่อมจักรยาน เรียนเปียโน ปลูกกุหลาบ เตรียมการประชุม ถ่ายรูป อบขนมปัง แปลสัญญา ทาสีกำแพง เลี้ยงลูกแมว ฝึกว่ายน้ำ " +
      "อ่านหนังสือพิมพ์ ซ่อมคอมพิวเตอร์ ซื้อแสตมป์ กวาดทางเดิน จัดงานแต่งงาน วัดอุณหภูมิ เก็บเปลือกหอย แกะสลักไม้ เย็บเสื้อผ้า ประกอบชั้นวาง",
  ),
  places: same("ห้องสมุด สถานีรถไฟ สวนสาธารณะ โรงพยาบาล โรงเรียน ชายหาด โรงงาน พิพิธภัณฑ์ ตลาดสด สำนักงาน"),
  people: "สมชาย สมหญิง มานะ มานี วิชัย สุดา ประเสริฐ นภา อนันต์ กมล".split(" "),
  tell: (person, done, place, day) => `วันที่ ${day} ${person}${done}ที่${place}ตอนบ่าย`,
  ask: (done, place) => `ใคร${done}ที่${place}`,
};

const german: WordLists = {
  name: "German",
  done: pairs(
    "verlor_den_Haustürschlüssel/Schlüssel_verloren pflanzte_Rosenstöcke/Rosen_gepflanzt unterschrieb_den_Kaufvertrag/Vertrag " +
      "reparierte_die_Waschmaschine/Maschine_repariert las_die_Tageszeitung/Zeitung backte_Vollkornbrötchen/Brötchen " +
      "kaufte_Sonderbriefmarken/Briefmarken putzte_die_Fensterscheiben/Fenster stimmte_die_Konzertgitarre/Gitarre " +
      "fütterte_die_Straßenkatzen/Katzen_füttern maß_die_Raumtemperatur/Temperatur strich_die_Gartenmauer/Mauer " +
      "sammelte_Muschelschalen/Muscheln nähte_Arbeitskleidung/Kleidung montierte_ein_Bücherregal/Regal " +
      "filmte_die_Hochzeitsfeier/Hochzeit übersetzte_die_Gebrauchsanweisung/Anweisung schnitzte_Holzfiguren/Figuren " +
      "lagerte_Kiste_A-1/A-1 bestellte_Ersatzteil_X7/X-7",
  ),
  places: same(
    "Stadtbücherei Hauptbahnhof Schlosspark Krankenhaus Grundschule Nordstrand Möbelfabrik Heimatmuseum Wochenmarkt Rathausbüro",
  ),
  people: "Jürgen Änne Björn Käthe Özlem Günther Sören Zoë Renée Łukasz".split(" "),
  tell: (person, done, place, day) => `Am ${day}. Mai: ${person} ${done}, Ort: ${place}.`,
  ask: (done, place) => `Wer war es: ${done}, ${place}?`,
};

const arabic: WordLists = {
  name: "Arabic",
  done: pairs(
    "أصلح_الدراجة/دراجة درس_البيانو/بيانو زرع_الورود/ورود حضّر_الاجتماع/اجتماع التقط_الصور/صور خبز_الأرغفة/أرغفة " +
      "ترجم_العقد/عقد دهن_الجدران/جدران أطعم_القطط/قطط تعلّم_السباحة/سباحة قرأ_الصحيفة/صحيفة صان_الحاسوب/حاسوب " +
      "اشترى_الطوابع/طوابع كنس_الممرات/ممرات أقام_العرس/عرس قاس_الحرارة/حرارة جمع_الأصداف/أصداف نحت_الأخشاب/أخشاب " +
      "خاط_الملابس/ملابس ركّب_الرفوف/رفوف",
  ),
  places: pairs(
    "المكتبة/مكتبة المحطة/محطة الحديقة/حديقة المستشفى/مستشفى المدرسة/مدرسة الشاطئ/شاطئ المصنع/مصنع المتحف/متحف السوق/سوق المكتب/مكتب",
  ),
  people: "أحمد فاطمة يوسف مريم خالد ليلى عمر سعاد حسن نور".split(" "),
  tell: (person, done, place, day) => `في اليوم ${day} ${person} ${done} في ${place} بعد الظهر.`,
  ask: (done, place) => `من الذي له ${done} وفي ${place}؟`,
};

const mixed: WordLists = {
  name: "mixed scripts",
  done: pairs(
    "sensor_A-1のエラー/A1_エラー pump_B-2の点検/B-2_点検 router_R7を交換/R-7_交換 invoice_INV-2024/7を確認/INV-2024/7_確認 " +
      "Dr._Müllerと面談/Muller_面談 Café_René予約/Cafe_Rene python_3.12更新/python_3.12 サーバーreboot/サーバー_reboot " +
      "WiFiパスワード変更/パスワード_wifi 请假email已发/请假_email 合同draft签字/合同_签字 发票PDF归档/发票_pdf " +
      "คู่มือUSBใหม่/คู่มือ_usb ใบเสร็จPDF/ใบเสร็จ Łódź出張/Lodz_出張 naïveモデル訓練/naive_モデル " +
      "API鍵rotation/api_鍵 東京office移転/東京_移転 北京branch审计/北京_审计 smørrebrød注文/smorrebrod",
  ),
  places: same("大阪工場 Berlin 上海仓库 กรุงเทพ Zürich 札幌支店 Málaga 深圳中心 เชียงใหม่ Kraków"),
  people: "José Mei 太郎 สมชาย Zoë Omar 花子 Björn 王芳 Ana".split(" "),
  tell: (person, done, place, day) => `2026-05-${String(day).padStart(2, "0")} ${person}: ${done} @ ${place}`,
  ask: (done, place) => `${place} ${done}?`,
};

const korean: WordLists = {
  name: "Korean",
  done: pairs(
    "자전거를_고쳤다/자전거_수리 피아노를_연습했다/피아노_연습 장미를_심었다/장미는 회의를_준비했다/회의_준비 사진을_찍었다/사진이 " +
      "빵을_구웠다/빵은 계약서를_번역했다/계약서_번역 벽을_칠했다/벽에 고양이를_돌봤다/고양이 수영을_배웠다/수영은 " +
      "신문을_읽었다/신문 컴퓨터를_고쳤다/컴퓨터가 우표를_샀다/우표 복도를_청소했다/복도_청소 결혼식을_열었다/결혼식은 " +
      "온도를_쟀다/온도 조개를_모았다/조개가 나무를_깎았다/나무_조각 옷을_꿰맸다/옷은 책장을_조립했다/책장_조립",
  ),
  places: pairs(
    "도서관에서/도서관 기차역에서/기차역의 공원에서/공원 병원에서/병원의 학교에서/학교 바닷가에서/바닷가의 공장에서/공장 박물관에서/박물관의 시장에서/시장 사무실에서/사무실의",
  ),
  people: "김민수는 이영희는 박지훈은 최수진은 정하늘은 강도윤은 조은비는 윤서준은 장미란은 임현우는".split(" "),
  tell: (person, done, place, day) => `${day}일 오후에 ${person} ${place} ${done}.`,
  ask: (done, place) => `${place} ${done} 누가 했나요?`,
};

const russian: WordLists = {
  name: "Russian",
  done: pairs(
    "чинил_велосипед/велосипеда учил_ноты/нот сажал_розы/розу готовил_доклад/доклада печатал_фотографии/фотография " +
      "пёк_булочки/булочек переводил_договор/договора красил_стену/стена кормил_котёнка/котёнок искал_наушники/наушников " +
      "читал_газету/газеты собирал_компьютер/компьютера покупал_марки/марка убирал_коридор/коридора потерял_кошелёк/кошелька " +
      "измерял_температуру/температура собирал_ракушки/ракушек резал_дерево/дерева шил_пальто/пальто вешал_полку/полка",
  ),
  places: pairs(
    "в_библиотеке/библиотека на_вокзале/вокзал в_парке/парк в_больнице/больница в_школе/школа на_пляже/пляж на_заводе/завод в_музее/музей на_рынке/рынок в_кабинете/кабинет",
  ),
  people: "Иван Ольга Сергей Мария Пётр Анна Дмитрий Елена Николай Вера".split(" "),
  tell: (person, done, place, day) => `${day} мая ${person} ${done} ${place}, погода была хорошая.`,
  ask: (done, place) => `Кто и когда: ${done}, ${place}?`,
};

export const WORD_LISTS: readonly WordLists[] = [chinese, japanese, thai, german, arabic, mixed, korean, russian];
