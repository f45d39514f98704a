import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { dayWorker } from "./vite/day-worker.ts";
import { precompress } from "../packages/shared/vite/precompress.ts";
import { realServer } from "../packages/shared/vite/real-server.ts";

function entryOf(page: string): string | null {
  const frontEnd = /^(owner|admin)_/.exec(page)?.[1];
  return frontEnd === undefined ? null : `/src/${frontEnd}/main.tsx`;
}

export default defineConfig({
  base: "/",
  plugins: [react(), dayWorker(), precompress(), realServer({ entryOf })],
  appType: "custom",
  publicDir: false,
  server: { host: "127.0.0.1", port: 5174, strictPort: true },
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("./src", import.meta.url)),
      // The texts' polyfill for browsers before 2017: 8 kB of every first load.
      "object.entries": fileURLToPath(new URL("./vite/object-entries.cjs", import.meta.url)),
    },
  },
  build: {
    outDir: "dist",
    assetsDir: "console",
    manifest: true,
    target: "es2022",
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: ["src/owner/main.tsx", "src/admin/main.tsx"],
      // The scripts that both front ends load first are one file: many small ones compress worse.
      output: { codeSplitting: { groups: [{ name: "frame", test: /src\/console\/app\/(start|router)\.tsx$/ }] } },
    },
  },
  test: {
    testTimeout: 20_000,
    environment: "jsdom",
    // All test files of a process share one document; the setup resets it for each.
    isolate: false,
    setupFiles: ["src/console/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
