import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadTexts } from "@/owner/i18n/load-texts";
import { DetailsButton } from "./DetailsButton";
import { useDetails } from "./use-details";

function Head() {
  const details = useDetails();
  return (
    <>
      <DetailsButton day={{ date: "2026-12-08", is_closed: true, daily_memo: "17時から貸切" }} details={details} />
      {details.isShown && <p>まとめ</p>}
    </>
  );
}

let closePage = (): void => undefined;

async function open(isWide: boolean): Promise<HTMLElement> {
  const list = { matches: isWide, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => list);
  const { unmount } = render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <Head />
    </CoreAdminContext>,
  );
  closePage = unmount;
  return screen.findByRole("button", { name: "この日の情報" });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it.each([
  ["a desktop", true],
  ["a tablet or phone", false],
])("shows the details by default only on a desktop: %s", async (_, isWide) => {
  expect(await open(isWide)).toHaveAttribute("aria-expanded", String(isWide));
  expect(screen.queryAllByText("まとめ")).toHaveLength(isWide ? 1 : 0);
});

it("remembers the choice", async () => {
  fireEvent.click(await open(false));
  expect(screen.getByText("まとめ")).toBeVisible();
  closePage();
  expect(await open(false)).toHaveAttribute("aria-expanded", "true");
});

it("marks a closed day and a day with a memo while its details are hidden", async () => {
  const button = await open(true);
  for (const mark of ["休業日", "メモ"]) expect(screen.queryByText(mark)).toBeNull();
  fireEvent.click(button);
  expect(screen.queryByText("まとめ")).toBeNull();
  for (const mark of ["休業日", "メモ"]) expect(screen.getByText(mark)).toBeVisible();
});
