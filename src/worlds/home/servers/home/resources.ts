import { KernelError, type Resources } from "../../../../kernel/index.ts";
import type { Home } from "../../home.ts";
import { openProof } from "../../read/open-proof.ts";

const ADDRESS = /^bailiwick:\/\/proof\/([^/?#]{1,2000})$/;
const CONTEXT_CHARS = 500;
const JSON_TYPE = "application/json";

/** A proof under an address of its own: what `open` answers. */
export const resources: Resources<Home> = {
  templates: [
    {
      uriTemplate: "bailiwick://proof/{id}",
      name: "proof",
      description: "A quote in its surroundings, checked now, with its source, history and log entry.",
      mimeType: JSON_TYPE,
    },
  ],
  list: () => ({ items: [] }),
  async read(uri, home) {
    const [, id] = ADDRESS.exec(uri) ?? [];
    if (id === undefined) return undefined;
    try {
      const opened = await openProof(home, decodeURIComponent(id), CONTEXT_CHARS);
      return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(opened) }] };
    } catch (error) {
      if (error instanceof URIError || (error instanceof KernelError && error.code === "not_found")) return undefined;
      throw error;
    }
  },
  // A correction or a forgetting may change any of them.
  changedBy: ({ kind, server }) => (server === "truth" && kind !== "request.answered" ? ["bailiwick://proof/*"] : []),
};
