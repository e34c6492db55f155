export { createParses, type Parses } from "./parses.ts";
