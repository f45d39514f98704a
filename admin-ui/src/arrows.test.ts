import { type OwnImport, importsIn, listImports } from "@seki/shared/testing";
import { describe, expect, it } from "vitest";

/** The console's rooms: each may use those before it. */
const CONSOLE_ROOMS = ["api", "i18n", "navigation", "ui", "frame", "app", "testing"];

/** The files of the wings and the console, as `owner/home/OwnerHomePage.tsx`. */
const WINGS = /^(console|owner|admin)\//;

function isAllowed([wing, room = ""]: string[], [targetWing, targetRoom = ""]: string[]): boolean {
  if (targetWing !== "console") return targetWing === wing;
  if (wing !== "console") return true;
  return CONSOLE_ROOMS.indexOf(targetRoom) <= CONSOLE_ROOMS.indexOf(room);
}

/** The imports that lead where they must not. */
function namesOfWrong(imports: OwnImport[]): string[] {
  const wrong = imports.filter(({ file, target }) => !isAllowed(file.split("/"), target));
  return wrong.map(({ file, specifier }) => `${file}: ${specifier}`);
}

describe("the imports", () => {
  it("lead from a wing to the console, never to the other wing, and inside the console down its rooms", () => {
    const imports = listImports(import.meta.dirname, WINGS);
    expect(imports.length).toBeGreaterThan(500);
    expect(namesOfWrong(imports)).toEqual([]);
  });

  it.each([
    ["owner/home/Planted.tsx", 'import { AdminLayout } from "@/admin/layout/AdminLayout";'],
    ["owner/home/Planted.tsx", 'const page = () => import("../../admin/reservations/AdminReservationPage");'],
    ["admin/layout/Planted.tsx", 'import type { Page } from "@/owner/api";'],
    ["console/ui/Planted.tsx", 'import { paths } from "../../owner/navigation";'],
    ["console/ui/Planted.tsx", 'export { Frame } from "../frame";'],
  ])("are refused in %s: %s", (file, source) => {
    expect(namesOfWrong(importsIn(file, source))).toHaveLength(1);
  });

  it.each([
    ["owner/home/Kept.tsx", 'import { PageTitle } from "@/console/ui";'],
    ["console/frame/Kept.tsx", 'import { palette } from "../ui/theme";'],
    ["admin/reservations/Kept.tsx", 'import { Link } from "react-router";'],
  ])("are taken in %s: %s", (file, source) => {
    expect(namesOfWrong(importsIn(file, source))).toEqual([]);
  });
});
