import { defineConfig } from "vite";

export default defineConfig({
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
