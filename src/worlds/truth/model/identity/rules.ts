/**
 * What tells one thing of a type from another, best rule first. `a|b` is whichever is given first, `?` what sharpens
 * the rule where it is given. A type without a rule goes by its name.
 */
const RULES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  account: [["account_number|iban", "institution?"]],
  address: [["street|address_line_1|address", "city", "postal_code?", "country?"]],
  agent_session: [["session_id"]],
  architectural_decision: [["decision_number", "project?"]],
  balance: [["account_id|account_name", "balance_date|date", "currency?"]],
  codebase_entity: [["path", "name?"]],
  crypto_transaction: [
    ["transaction_hash", "log_index?"],
    ["date|transaction_date", "asset_symbol", "amount", "wallet_id?"],
  ],
  dataset_row: [["dataset_id|dataset_name", "row_number|row_key"]],
  email: [["message_id"], ["from|sender", "sent_at|date", "subject"]],
  emotion: [["emotion|name", "date|felt_at"]],
  event: [["title|name", "start_time|start_date|date"]],
  exercise: [["name", "date|performed_at"]],
  flow: [["flow_name|name", "flow_date|date", "amount"]],
  habit_completion: [["habit_id|habit_name", "completed_date|date"]],
  habit_objective: [["habit_id|habit_name", "title|name"]],
  holding: [["asset_symbol|asset_name", "account_id|account_name", "snapshot_date?"]],
  income: [["income_date|date", "amount", "payer|source"]],
  invoice: [["invoice_number", "vendor_name|vendor?"]],
  meal: [["name|title", "date|eaten_at", "meal_type?"]],
  message: [["message_id"], ["sender|from", "sent_at|date", "content"]],
  order: [["order_number", "merchant_name|merchant?"]],
  purchase: [["item_name|name", "purchase_date|date", "merchant_name?", "amount?"]],
  receipt: [["merchant_name", "date_purchased|date", "amount_total", "receipt_number?"]],
  relationship: [["from_entity", "to_entity", "relationship_kind"]],
  release: [["version|name", "project?"]],
  task_attachment: [["task_id", "file_name|url"]],
  task_comment: [["task_id", "content", "author?", "created_date?"]],
  task_dependency: [["task_id", "depends_on_task_id"]],
  task_story: [["task_id", "text", "created_date?"]],
  tax_event: [["tax_event_type|type", "date|tax_date", "amount", "asset_symbol?"]],
  tax_filing: [["tax_year", "jurisdiction|country", "form?"]],
  transaction: [
    ["transaction_id|external_id"],
    [
      "posting_date|date|transaction_date",
      "amount|amount_original",
      "counterparty|merchant_name|description",
      "account_id?",
    ],
  ],
  transfer: [["transfer_date|date", "amount", "from_account", "to_account"]],
  validation_result: [["target", "validated_at|date", "check_name?"]],
  wallet: [["wallet_address", "network?"]],
  workout: [["name|workout_type", "date|start_time"]],
};

/** Types whose names say what kind of thing it is, not which one: without their rule they go by content. */
const UNNAMED = new Set([
  "balance",
  "crypto_transaction",
  "dataset_row",
  "email",
  "emotion",
  "exercise",
  "flow",
  "habit_completion",
  "holding",
  "income",
  "invoice",
  "meal",
  "message",
  "order",
  "purchase",
  "receipt",
  "relationship",
  "task_attachment",
  "task_comment",
  "task_dependency",
  "task_story",
  "tax_event",
  "transaction",
  "transfer",
  "validation_result",
  "workout",
]);

export interface RulePart {
  /** Under what name the part counts, whichever field it came from. */
  readonly key: string;
  readonly fields: readonly string[];
  readonly optional: boolean;
}

const PARSED = new Map(Object.entries(RULES).map(([type, rules]) => [type, rules.map((rule) => rule.map(readPart))]));

/** Reads `a|b?`. */
export function readPart(notation: string): RulePart {
  const fields = notation.replace("?", "").split("|");
  return { key: fields[0] ?? notation, fields, optional: notation.endsWith("?") };
}

export function rulesFor(ruleType: string): readonly (readonly RulePart[])[] {
  return PARSED.get(ruleType) ?? [];
}

export function goesByName(ruleType: string): boolean {
  return !UNNAMED.has(ruleType);
}

/** Ids by which the origin of a row knows the thing itself. Ids of other things, such as an invoice's company_id, do not count. */
export function ownIds(entityType: string): readonly string[] {
  const own = ["id", "uuid", "guid", "key"].map((end) => `${entityType}_${end}`);
  return ["external_id", ...own, "id", "uuid", "guid"];
}
