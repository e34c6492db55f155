export { type Background, createBackground } from "./background.ts";
