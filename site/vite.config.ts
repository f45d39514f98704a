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
    // All test files of a process share one document; the setup resets it for each.
    isolate: false,
    setupFiles: ["src/testing/setup.ts"],
    include: ["{src,vite}/**/*.test.{ts,tsx}"],
  },
});
