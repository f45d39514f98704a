import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { precompress } from "../site/vite/precompress.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "/",
  plugins: [react(), precompress()],
  appType: "custom",
  publicDir: false,
  resolve: { alias: { "@": here("./src"), "@site": here("../site/src") } },
  build: {
    outDir: "dist",
    assetsDir: "back-office",
    manifest: true,
    target: "es2022",
    chunkSizeWarningLimit: 1200,
    rollupOptions: { input: "src/owner/main.tsx" },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
