import { defineConfig, type Plugin } from "vite";
import { LICENCES_FILE, licencesOf } from "../scripts/licences.ts";

/** Puts the licences of what is bundled beside it. */
const licences: Plugin = {
  name: "licences",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    this.emitFile({ type: "asset", fileName: LICENCES_FILE, source: licencesOf(modules) });
  },
};

export default defineConfig({
  plugins: [licences],
  build: {
    // The page is served with default-src 'self': a picture inlined as a data: address would be blocked.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/healthz": "http://127.0.0.1:7777",
      "/tools.json": "http://127.0.0.1:7777",
      "/api": "http://127.0.0.1:7777",
    },
  },
});
