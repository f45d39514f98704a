import { type OwnImport, importsIn, importsInCircles, listImports } from "@seki/shared/testing";
import { describe, expect, it } from "vitest";

/** The console's rooms: each may use those before it. */
const CONSOLE_FOLDERS = ["api", "i18n", "navigation", "ui", "frame", "app", "security", "staff", "testing"];

/** The files of the wings and the console, as `owner/home/OwnerHomePage.tsx`. */
const FRONT_ENDS = /^(console|owner|admin)\//;

function isAllowed([frontEnd, room = ""]: string[], [targetFrontEnd, targetRoom = ""]: string[]): boolean {
  if (targetFrontEnd !== "console") return targetFrontEnd === frontEnd;
  if (frontEnd !== "console") return true;
  return CONSOLE_FOLDERS.indexOf(targetRoom) <= CONSOLE_FOLDERS.indexOf(room);
}

/** The room of a wing, as `owner/days`. */
function folderOf([frontEnd, room]: string[]): string | null {
  return frontEnd === "console" || room === undefined ? null : `${frontEnd}/${room}`;
}

/** The imports that lead where they must not. */
function namesOfWrong(imports: OwnImport[]): string[] {
  return namesOf(imports.filter(({ file, target }) => !isAllowed(file.split("/"), target)));
}

function namesOf(imports: OwnImport[]): string[] {
  return imports.map(({ file, specifier }) => `${file}: ${specifier}`);
}

describe("the imports", () => {
  it("lead from a wing to the console, never to the other wing, and inside the console down its rooms", () => {
    const imports = listImports(import.meta.dirname, FRONT_ENDS);
    expect(imports.length).toBeGreaterThan(500);
    expect(namesOfWrong(imports)).toEqual([]);
  });

  it("tie no rooms of a wing into a circle", () => {
    const imports = listImports(import.meta.dirname, FRONT_ENDS);
    const planted = importsIn("owner/phone/Planted.tsx", 'import { search } from "../reservations/search";');
    expect(namesOf(importsInCircles(imports, folderOf))).toEqual([]);
    expect(namesOf(importsInCircles([...imports, ...planted], folderOf))).toContain(
      "owner/phone/Planted.tsx: ../reservations/search",
    );
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
