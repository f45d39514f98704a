import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { flags } from "./vite/flags.ts";
import { mockServer } from "./vite/mock-server.ts";
import { precompress } from "../packages/shared/vite/precompress.ts";

export default defineConfig(({ mode }) => ({
  base: "/",
  plugins: [react(), flags(), precompress(), ...(mode === "mock" ? [mockServer()] : [])],
  appType: "custom",
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    rollupOptions: { input: "src/main.tsx" },
  },
  test: {
    testTimeout: 20_000,
    environment: "jsdom",
    setupFiles: ["src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
  },
}));
