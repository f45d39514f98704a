import { type OwnImport, importsIn, listImports } from "@seki/shared/testing";
import { describe, expect, it } from "vitest";

/** The site's rooms: each may use those before it. */
const ROOMS = ["styles", "api", "i18n", "navigation", "external", "ui", "features", "app", "main"];

/** The features, which use each other down this order. */
const FEATURES = [
  "accounts",
  "announcements",
  "availability",
  "payment",
  "after-registration",
  "favorites",
  "profile",
  "reservations",
  "restaurants",
  "booking",
  "review",
  "invitations",
];

/** Files of tests and what they share may use everything. */
const PRODUCT = /^(?!testing\/)(?!.*\.test\.tsx?$)/;

function goesDown(order: string[], from = "", to = ""): boolean {
  const [user, used] = [order.indexOf(from), order.indexOf(to)];
  return user >= 0 && used >= 0 && used <= user;
}

function isAllowed({ file, target }: OwnImport): boolean {
  const [room = "", feature] = file.replace(/\.tsx?$/, "").split("/");
  const [targetRoom, targetFeature] = target;
  const isInside = room === "features" && targetRoom === "features";
  return isInside ? goesDown(FEATURES, feature, targetFeature) : goesDown(ROOMS, room, targetRoom);
}

function namesOfWrong(imports: OwnImport[]): string[] {
  return imports.filter((each) => !isAllowed(each)).map(({ file, specifier }) => `${file}: ${specifier}`);
}

describe("the imports", () => {
  it("run down the rooms, and down the order of the features", () => {
    const imports = listImports(import.meta.dirname, PRODUCT);
    expect(imports.length).toBeGreaterThan(300);
    expect(namesOfWrong(imports)).toEqual([]);
  });

  it.each([
    ["features/restaurants/Planted.tsx", 'import { HoldForm } from "@/features/booking";'],
    ["features/favorites/Planted.tsx", 'const page = () => import("../restaurants/pages/HomePage");'],
    ["ui/Planted.tsx", 'export { paths } from "../app/menu";'],
    ["navigation/Planted.ts", 'import type { Card } from "@/features/payment";'],
    ["features/unlisted/Planted.tsx", 'import { CourseLine } from "@/features/restaurants";'],
  ])("are refused in %s: %s", (file, source) => {
    expect(namesOfWrong(importsIn(file, source))).toHaveLength(1);
  });
});
