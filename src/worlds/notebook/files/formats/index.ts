export { parseDocx } from "./docx.ts";
export { parseHtml } from "./html.ts";
export { parseJsonNotebook } from "./json-notebook.ts";
export { parseJupyter } from "./jupyter.ts";
export { parseMarkdown, parseText } from "./markdown.ts";
export { parseOrg } from "./org.ts";
export { parsePdf } from "./pdf.ts";
