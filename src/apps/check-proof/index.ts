export { checkProof } from "./check-proof.ts";
