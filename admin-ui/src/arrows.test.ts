import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type OwnImport, importsIn, importsInCircles, listImports } from "@seki/shared/testing";
import { describe, expect, it } from "vitest";

/** The console's folders. Each may import only from the folders before it. */
const CONSOLE_FOLDERS = [
  "api",
  "i18n",
  "navigation",
  "ui",
  "frame",
  "app",
  "lists",
  "security",
  "staff",
  "announcements",
  "testing",
];

/** Files of the front ends and the console, such as `owner/home/OwnerHomePage.tsx`. */
const FRONT_ENDS = /^(console|owner|admin)\//;

function isAllowed([frontEnd, folder = ""]: string[], [targetFrontEnd, targetFolder = ""]: string[]): boolean {
  if (targetFrontEnd !== "console") return targetFrontEnd === frontEnd;
  if (frontEnd !== "console") return true;
  return CONSOLE_FOLDERS.indexOf(targetFolder) <= CONSOLE_FOLDERS.indexOf(folder);
}

/** Returns the folder of a front end's file, such as `owner/days`. */
function folderOf([frontEnd, folder]: string[]): string | null {
  return frontEnd === "console" || folder === undefined ? null : `${frontEnd}/${folder}`;
}

/** Returns the imports that are not allowed. */
function namesOfForbidden(imports: OwnImport[]): string[] {
  return namesOf(imports.filter(({ file, target }) => !isAllowed(file.split("/"), target)));
}

function namesOf(imports: OwnImport[]): string[] {
  return imports.map(({ file, specifier }) => `${file}: ${specifier}`);
}

describe("imports", () => {
  it("lead from a front end to the console, never to the other one, and follow the order of the console's folders", () => {
    const imports = listImports(import.meta.dirname, FRONT_ENDS);
    expect(imports.length).toBeGreaterThan(500);
    expect(namesOfForbidden(imports)).toEqual([]);
  });

  it("form no cycle between the folders of a front end", () => {
    const imports = listImports(import.meta.dirname, FRONT_ENDS);
    const planted = importsIn("owner/phone/Planted.tsx", 'import { search } from "../reservations/search";');
    expect(namesOf(importsInCircles(imports, folderOf))).toEqual([]);
    expect(namesOf(importsInCircles([...imports, ...planted], folderOf))).toContain(
      "owner/phone/Planted.tsx: ../reservations/search",
    );
  });

  it("take dialogs from the console, which ignore the second click of a double click", () => {
    const directory = import.meta.dirname;
    const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));
    const own = files.filter((file) =>
      readFileSync(join(directory, file), "utf8").includes('from "@mui/material/Dialog"'),
    );
    expect(own).toEqual(["console/ui/Dialog.tsx"]);
  });

  it.each([
    ["owner/home/Planted.tsx", 'import { AdminLayout } from "@/admin/layout/AdminLayout";'],
    ["owner/home/Planted.tsx", 'const page = () => import("../../admin/reservations/AdminReservationPage");'],
    ["admin/layout/Planted.tsx", 'import type { Page } from "@/owner/api";'],
    ["console/ui/Planted.tsx", 'import { paths } from "../../owner/navigation";'],
    ["console/ui/Planted.tsx", 'export { Frame } from "../frame";'],
  ])("are rejected in %s: %s", (file, source) => {
    expect(namesOfForbidden(importsIn(file, source))).toHaveLength(1);
  });

  it.each([
    ["owner/home/Kept.tsx", 'import { PageTitle } from "@/console/ui";'],
    ["console/frame/Kept.tsx", 'import { palette } from "../ui/theme";'],
    ["admin/reservations/Kept.tsx", 'import { Link } from "react-router";'],
  ])("are accepted in %s: %s", (file, source) => {
    expect(namesOfForbidden(importsIn(file, source))).toEqual([]);
  });
});
