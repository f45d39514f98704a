import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { firstScreens } from "./vite/first-screens.ts";
import { flags } from "./vite/flags.ts";
import { postalCodes } from "./vite/postal-codes.ts";
import { precompress } from "../packages/shared/vite/precompress.ts";
import { realServer } from "../packages/shared/vite/real-server.ts";

const entryOf = (page: string) => (/^(owner|admin)_/.test(page) ? null : "/src/main.tsx");

export default defineConfig({
  base: "/",
  plugins: [react(), flags(), postalCodes(), precompress(), firstScreens(), realServer({ entryOf })],
  appType: "custom",
  server: { host: "127.0.0.1", port: 5173, strictPort: true },
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    rolldownOptions: { input: ["src/main.tsx", "src/first-screens/start.ts"] },
  },
  test: {
    testTimeout: 20_000,
    environment: "jsdom",
    // One document for all files of a process; the setup leaves each a fresh one.
    isolate: false,
    setupFiles: ["src/testing/setup.ts"],
    include: ["{src,vite}/**/*.test.{ts,tsx}"],
  },
});
