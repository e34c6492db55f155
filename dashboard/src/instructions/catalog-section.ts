import { element } from "../element.ts";
import { badge, type Column, showTable } from "../table.ts";
import type { Entry } from "./report.ts";

const STATUS_MOODS: Readonly<Record<string, "good" | "warn" | "bad">> = {
  approved: "good",
  review: "warn",
  draft: "warn",
  deprecated: "bad",
};

/** The catalog with a field to search it; what is typed must all occur somewhere in a row. */
export function showCatalog(entries: readonly Entry[], at: string): HTMLElement {
  const columns: readonly Column<Entry>[] = [
    { heading: "Id", show: ({ id }) => element("code", "", id) },
    { heading: "Title", show: ({ title }) => title },
    { heading: "Tier", show: ({ tier }) => tier },
    { heading: "Status", show: ({ status }) => badge(status, STATUS_MOODS[status]) },
    { heading: "Owner", show: ({ owner }) => owner },
    { heading: "Categories", show: ({ categories }) => categories.join(", ") },
    {
      heading: "Next review",
      show: ({ nextReview }) => (isOverdue(nextReview, at) ? badge(day(nextReview), "bad") : day(nextReview)),
    },
  ];
  const words = entries.map((entry) => Object.values(entry).flat().join(" ").toLowerCase());
  const search = element("input", "search");
  search.type = "search";
  search.placeholder = "Search id, title, owner, category…";
  search.setAttribute("aria-label", "Search the catalog");
  const count = element("p", "quiet");
  count.setAttribute("role", "status");
  const rows = element("div", "");

  function update(): void {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = entries.filter((_, index) => wanted.every((word) => words[index]?.includes(word)));
    count.textContent = wanted.length === 0 ? `${entries.length} entries` : `${found.length} of ${entries.length}`;
    rows.replaceChildren(found.length === 0 ? element("p", "quiet", "Nothing fits.") : showTable(columns, found));
  }

  search.addEventListener("input", update);
  update();
  return element("div", "", element("div", "toolbar", search, count), rows);
}

/** Both are ISO times of the server: its clock decides, not the reader's. */
export function isOverdue(nextReview: string, at: string): boolean {
  return Date.parse(nextReview) < Date.parse(at);
}

export function day(time: string): string {
  return time.slice(0, 10);
}
