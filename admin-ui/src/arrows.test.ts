import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** The console's rooms: each may use those before it. */
const CONSOLE_ROOMS = ["api", "i18n", "navigation", "ui", "frame", "app", "testing"];

const IMPORT = /(?:\bfrom|\bimport|\bmock)\s*\(?\s*"([^"]+)"/g;

const SRC = import.meta.dirname;

/** The files of the wings and the console, as `owner/home/OwnerHomePage.tsx`. */
function listSources(): string[] {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" });
  return files.filter((file) => /^(console|owner|admin)\/.*\.tsx?$/.test(file));
}

/** The folder below `src` that an import leads to, as `["console", "ui"]`; null for a package. */
function targetOf(file: string, specifier: string): string[] | null {
  if (specifier.startsWith("@/")) return specifier.slice(2).split("/");
  if (!specifier.startsWith(".")) return null;
  return new URL(specifier, `file:///${file}`).pathname.slice(1).split("/");
}

function isAllowed([wing, room = ""]: string[], [targetWing, targetRoom = ""]: string[]): boolean {
  if (targetWing !== "console") return targetWing === wing;
  if (wing !== "console") return true;
  return CONSOLE_ROOMS.indexOf(targetRoom) <= CONSOLE_ROOMS.indexOf(room);
}

/** The imports of a file that lead where they must not. */
function wrongImports(file: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
    const target = targetOf(file, specifier);
    return target === null || isAllowed(file.split("/"), target) ? [] : [`${file}: ${specifier}`];
  });
}

describe("the imports", () => {
  it("lead from a wing to the console, never to the other wing, and inside the console down its rooms", () => {
    const files = listSources();
    expect(files.length).toBeGreaterThan(150);
    expect(files.flatMap((file) => wrongImports(file, readFileSync(join(SRC, file), "utf8")))).toEqual([]);
  });

  it.each([
    ["owner/home/Planted.tsx", 'import { AdminLayout } from "@/admin/layout/AdminLayout";'],
    ["owner/home/Planted.tsx", 'const page = () => import("../../admin/reservations/AdminReservationPage");'],
    ["admin/layout/Planted.tsx", 'import type { Page } from "@/owner/api";'],
    ["console/ui/Planted.tsx", 'import { paths } from "../../owner/navigation";'],
    ["console/ui/Planted.tsx", 'export { Frame } from "../frame";'],
  ])("are refused in %s: %s", (file, source) => {
    expect(wrongImports(file, source)).toHaveLength(1);
  });

  it.each([
    ["owner/home/Kept.tsx", 'import { PageTitle } from "@/console/ui";'],
    ["console/frame/Kept.tsx", 'import { palette } from "../ui/theme";'],
    ["admin/reservations/Kept.tsx", 'import { Link } from "react-router";'],
  ])("are taken in %s: %s", (file, source) => {
    expect(wrongImports(file, source)).toEqual([]);
  });
});
