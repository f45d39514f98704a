import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import { loadTexts } from "@/owner/i18n/load-texts";
import type { CalendarItem } from "../model/blocks";
import { COLUMNS, ROWS, item } from "../testing/sheet";
import { BlockButton } from "./BlockButton";
import { cellLabel } from "./labels";

const SLOT: Partial<CalendarItem> = {
  calendar_item_type: "OnlineStockGroup",
  title: "8席",
  subtitle: "",
  start_time: "17:00",
  end_time: "17:30",
  rendered_from: "17:00",
  rendered_till: "17:30",
  has_effective_course: true,
  has_whitelist_online_stock: false,
  has_open_online_stock: false,
  is_past_cutoff: false,
};

async function words(): Promise<Translate> {
  const provider = await loadTexts("ja");
  return ((key: string, options?: object) => provider.translate(key, options)) as Translate;
}

async function block(over: Partial<CalendarItem>, isClosed: boolean): Promise<HTMLElement> {
  const shown = { item: item(over), labels: "C1", elsewhere: "", left: 0, width: 160, height: 60 };
  render(
    <BlockButton
      block={shown as never}
      origin={0}
      isOpen={false}
      reach={null}
      isMoving={false}
      isReachable
      isClosed={isClosed}
      lateness={null}
      t={await words()}
    />,
  );
  return screen.getByRole("button");
}

it("shows on a web slot's block that the day is closed, and puts it into the accessible name", async () => {
  const closed = await block(SLOT, true);
  expect(closed).toHaveAccessibleName(/17:00–17:30 Web予約枠 8席.* 休業日/);
  expect(closed).toHaveTextContent("休業日");
});

it.each([
  ["a slot of an open day", SLOT, false],
  ["a booking of a closed day, which stays valid", { title: "佐藤", start_time: "17:00", end_time: "19:00" }, true],
])("shows no closed day on %s", async (_, over, isClosed) => {
  const shown = await block(over, isClosed);
  expect(shown).toHaveAccessibleName(/17:00/);
  expect(shown.textContent + (shown.getAttribute("aria-label") ?? "")).not.toContain("休業日");
});

it("labels the web slot in a free cell as closed", async () => {
  const [row] = ROWS;
  const column = COLUMNS.find(({ from }) => from === "17:00");
  if (!row || !column) throw new Error("no sheet");
  const lane = { column, from: 17 * 60, till: 17 * 60 + 30 } as never;
  const content = { row, lane, items: [item({ ...SLOT, inventory_item_uids: ["c1"] })], blocks: [], late: new Map() };
  const t = await words();
  expect(cellLabel({ ...content, isClosed: true }, t)).toBe("C1 17:00 空席 Web予約枠 休業日 17:00–17:30");
  expect(cellLabel({ ...content, isClosed: false }, t)).toBe("C1 17:00 空席 Web予約枠 17:00–17:30");
});
