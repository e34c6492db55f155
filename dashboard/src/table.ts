import { element } from "./element.ts";

/** One column: its heading, and what a row shows there. */
export interface Column<Row> {
  readonly heading: string;
  show(row: Row): Node | string;
}

const ROWS_AT_ONCE = 25;

/** A table that grows on request, and becomes a list of cards where the screen is narrow: each cell carries its heading. */
export function showTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): HTMLElement {
  const body = element("tbody", "");
  const more = element("button", "", "Show more");
  more.type = "button";
  let shown = 0;
  const grow = () => {
    body.append(...rows.slice(shown, shown + ROWS_AT_ONCE).map((row) => showRow(columns, row)));
    shown += ROWS_AT_ONCE;
    more.hidden = shown >= rows.length;
  };
  more.addEventListener("click", grow);
  grow();
  const headings = columns.map(({ heading }) => {
    const cell = element("th", "", heading);
    cell.scope = "col";
    return cell;
  });
  const head = element("thead", "", element("tr", "", ...headings));
  return element("div", "", element("table", "", head, body), more);
}

function showRow<Row>(columns: readonly Column<Row>[], row: Row): HTMLElement {
  const cells = columns.map(({ heading, show }) => {
    const cell = element("td", "", show(row));
    cell.dataset.heading = heading;
    return cell;
  });
  return element("tr", "", ...cells);
}

/** A word in a frame, coloured by what it means. */
export function badge(word: string, mood: "good" | "warn" | "bad" | "plain" = "plain"): HTMLElement {
  const made = element("span", "badge", word);
  made.dataset.mood = mood;
  return made;
}
