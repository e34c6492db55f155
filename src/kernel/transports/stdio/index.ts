export { type StdioIdentity, type StdioPipes, type StdioServing, serveStdio } from "./serve-stdio.ts";
