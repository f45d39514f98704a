import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { dayWorker } from "./vite/day-worker.ts";
import { precompress } from "../packages/shared/vite/precompress.ts";
import { realServer } from "../packages/shared/vite/real-server.ts";

function entryOf(page: string): string | null {
  const wing = /^(owner|admin)_/.exec(page)?.[1];
  return wing === undefined ? null : `/src/${wing}/main.tsx`;
}

export default defineConfig({
  base: "/",
  plugins: [react(), dayWorker(), precompress(), realServer({ entryOf })],
  appType: "custom",
  publicDir: false,
  server: { host: "127.0.0.1", port: 5174, strictPort: true },
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist",
    assetsDir: "console",
    manifest: true,
    target: "es2022",
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: ["src/owner/main.tsx", "src/admin/main.tsx"],
      // What both wings load at once is one file: in many small ones it compresses worse.
      output: { codeSplitting: { groups: [{ name: "frame", test: /src\/console\/app\/(start|router)\.tsx$/ }] } },
    },
  },
  test: {
    testTimeout: 20_000,
    environment: "jsdom",
    // One document for all files of a process; the setup leaves each a fresh one.
    isolate: false,
    setupFiles: ["src/console/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
