export { parseJsonNotebook } from "./json-notebook.ts";
export { parseJupyter } from "./jupyter.ts";
export { parseMarkdown, parseText } from "./markdown.ts";
export { parsePdf } from "./pdf.ts";
