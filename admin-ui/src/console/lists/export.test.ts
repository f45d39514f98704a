import * as core from "ra-core";
import { expect, it, vi } from "vitest";
import { csvOf, exporterOf } from "./export";

vi.mock("ra-core", { spy: true });

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

it("names the file by its list and the day", () => {
  const download = vi.spyOn(core, "downloadCSV").mockImplementation(() => undefined);
  void exporterOf<{ id: number; name: string }>("restaurants", columns)([], undefined as never, undefined as never);
  expect(download).toHaveBeenCalledExactlyOnceWith(
    expect.any(String),
    expect.stringMatching(/^restaurants-\d{4}-\d\d-\d\d$/),
  );
});
