import { type OwnImport, importsIn, importsInCircles, listImports } from "@seki/shared/testing";
import { describe, expect, it } from "vitest";

/** The site's folders. Each may import only from the folders before it. */
const FOLDERS = [
  "styles",
  "api",
  "i18n",
  "navigation",
  "external",
  "drafts",
  "ui",
  "features",
  "app",
  "first-screens",
  "main",
];

/** Tests and their helpers may import everything. */
const PRODUCT = /^(?!testing\/)(?!.*\.test\.tsx?$)/;

function isAllowed({ file, target }: OwnImport): boolean {
  const [room = ""] = file.replace(/\.tsx?$/, "").split("/");
  const [user, used] = [FOLDERS.indexOf(room), FOLDERS.indexOf(target[0] ?? "")];
  return user >= 0 && used >= 0 && used <= user;
}

function featureOf([room, feature]: string[]): string | null {
  return room === "features" && feature !== undefined ? feature : null;
}

function namesOf(imports: OwnImport[]): string[] {
  return imports.map(({ file, specifier }) => `${file}: ${specifier}`);
}

describe("imports", () => {
  const imports = listImports(import.meta.dirname, PRODUCT);

  it("follow the order of the folders", () => {
    expect(imports.length).toBeGreaterThan(300);
    expect(namesOf(imports.filter((each) => !isAllowed(each)))).toEqual([]);
  });

  it("form no cycle between features", () => {
    expect(namesOf(importsInCircles(imports, featureOf))).toEqual([]);
  });

  it.each([
    ["ui/Planted.tsx", 'export { paths } from "../app/account-menu";'],
    ["navigation/Planted.ts", 'import type { Card } from "@/features/payment";'],
    ["features/booking/Planted.tsx", 'const page = () => import("@/app/RootLayout");'],
  ])("are rejected in %s: %s", (file, source) => {
    expect(importsIn(file, source).map(isAllowed)).toEqual([false]);
  });

  it("are listed if they close a cycle", () => {
    const planted = importsIn("features/payment/Planted.tsx", 'import { ReviewPage } from "../review";');
    expect(namesOf(importsInCircles([...imports, ...planted], featureOf))).toContain(
      "features/payment/Planted.tsx: ../review",
    );
  });
});
