/** What the columns of people's and programs' tables are called: the field, and its names as `columnsOf` gives them. */
const NAMES: Readonly<Record<string, string>> = {
  posting_date:
    "buchungstag buchungsdatum transaction_date posted_date post_date booking_date date_opération date_operation date_comptable fecha_operación fecha_operacion data_contabile boekdatum 取引日 交易日期",
  date: "datum fecha data 日付 日期",
  amount: "betrag betrag_eur betrag_€ umsatz montant montant_eur importe importo bedrag valor 金額 金额",
  currency: "währung waehrung devise moneda divisa moeda munt 通貨 币种",
  counterparty:
    "payee auftraggeber_empfänger empfänger zahlungsempfänger name_zahlungsbeteiligter begünstigter_zahlungspflichtiger begünstigter bénéficiaire beneficiario tegenpartij 交易对方 对方户名",
  description:
    "beschreibung verwendungszweck buchungstext libellé libelle concepto descripción causale descrizione omschrijving descrição memo 摘要 内容 说明",
  category: "kategorie catégorie categoría categoria categorie",
  email:
    "e_mail mail email_address e_mail_address e_mail_adresse email_adresse email_1_value e_mail_1_value courriel adresse_e_mail adresse_email correo correo_electrónico メール メールアドレス 邮箱 电子邮件",
  phone:
    "phone_number phone_1_value mobile_phone mobile telephone telefon telefonnummer handy téléphone telephone_number tél portable teléfono móvil telefono telefoon 電話 電話番号 电话 手机",
  organization:
    "company company_name organisation organization_name organization_1_name employer firma unternehmen société entreprise empresa azienda bedrijf 会社 会社名 公司",
  role: "job_title organization_title organization_1_title position fonction poste cargo puesto functie 役職 职位",
  first_name: "given_name vorname prénom voornaam",
  last_name: "family_name surname nachname apellidos apellido cognome achternaam",
  name: "full_name naam 氏名 名前 姓名",
  address: "adresse anschrift dirección indirizzo adres 住所 地址",
  country: "land pays país paese",
  birthday: "geburtstag geburtsdatum date_de_naissance fecha_de_nacimiento",
  notes: "notiz notizen bemerkung bemerkungen notas remarques 备注",
  invoice_number:
    "invoice_no invoice_nr rechnungsnummer rechnungsnr rechnungs_nr numéro_de_facture n_de_facture n_facture número_de_factura nº_factura factura_nº numero_fattura factuurnummer 請求番号 請求書番号 发票号码 发票号",
  invoice_date:
    "rechnungsdatum date_de_facture date_facture fecha_de_factura fecha_factura data_fattura factuurdatum 請求日 开票日期",
  due_date:
    "due deadline fällig fällig_am fälligkeit fälligkeitsdatum zahlbar_bis échéance date_d_échéance date_échéance vencimiento fecha_de_vencimiento scadenza vervaldatum 支払期限 期限 截止日期",
  customer_name: "customer kunde client cliente klant 取引先",
  vendor_name: "vendor supplier lieferant fournisseur proveedor fornitore leverancier",
  amount_due:
    "gesamtbetrag bruttobetrag rechnungsbetrag montant_ttc total_ttc importe_total totaalbedrag 請求金額 价税合计",
  subtotal: "nettobetrag montant_ht total_ht base_imponible imponibile 小計",
  tax_amount: "mwst ust tva iva btw 消費税 税额",
  title: "titel aufgabe titre tâche título tarea titolo taak task_name 件名 タイトル 标题",
  status: "statut état estado stato 状態 ステータス 状态",
  assignee: "assigned_to zuständig responsable asignado_a 担当者",
  priority: "priorität priorité prioridad",
};

const FIELDS = new Map(
  Object.entries(NAMES).flatMap(([field, names]) => names.split(" ").map((name) => [name, field])),
);

/** Names that are a first name beside a family name, and a whole name alone. */
const FIRST_OR_WHOLE = new Set(["nombre", "nome"]);

/**
 * The columns of a table under the names that types know them by; each name is taken once, and a column that has it
 * already keeps it.
 */
export function namesMeant(columns: readonly string[]): string[] {
  const taken = new Set(columns);
  const take = (own: string, field: string | undefined) => {
    if (field === undefined || taken.has(field)) return own;
    taken.add(field);
    return field;
  };
  const isParted = columns.some((name) => FIELDS.get(name) === "last_name");
  const hasFirst = columns.some((name) => name === "prénom");
  return columns.map((own) => {
    if (FIRST_OR_WHOLE.has(own)) return take(own, isParted ? "first_name" : "name");
    // A French list has the family name under the word for a name.
    if (own === "nom") return take(own, hasFirst ? "last_name" : "name");
    return take(own, FIELDS.get(own));
  });
}
