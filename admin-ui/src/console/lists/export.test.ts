import { expect, it } from "vitest";
import { csvOf } from "./export";

const columns = [["店舗名", ({ name }: { name: string }) => name] as const, ["数", () => -2] as const];

it("quotes cells for spreadsheets, and never as formulas", () => {
  const names = ['鮨"かぐら"', "=HYPERLINK(1)", " +1", "＠x", "a\nb"];
  const file = csvOf(
    names.map((name) => ({ name })),
    columns,
  );
  expect(file.startsWith('\uFEFF"店舗名","数"\r\n')).toBe(true);
  expect(file.split("\r\n").slice(1)).toEqual([
    '"鮨""かぐら""",-2',
    `"'=HYPERLINK(1)",-2`,
    `"' +1",-2`,
    `"'＠x",-2`,
    '"a\nb",-2',
    "",
  ]);
});
