import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import { loadTexts } from "@/owner/i18n/load-texts";
import type { CalendarItem } from "../model/blocks";
import { COLUMNS, ROWS, item } from "../testing/sheet";
import { BlockButton } from "./BlockButton";
import type { Lateness, ServiceState } from "../service/steps";
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

interface Shown {
  isClosed?: boolean;
  width?: number;
  step?: ServiceState;
  lateness?: Lateness;
}

async function draw(over: Partial<CalendarItem>, { isClosed = false, width = 160, step, lateness }: Shown) {
  const shown = { item: item(over), labels: "C1", elsewhere: "", left: 0, width, height: 60 };
  render(
    <BlockButton
      block={shown as never}
      origin={0}
      isOpen={false}
      reach={null}
      isMoving={false}
      isReachable
      isClosed={isClosed}
      lateness={lateness ?? null}
      step={step ?? null}
      isStepPending={false}
      t={await words()}
    />,
  );
}

async function block(over: Partial<CalendarItem>, isClosed: boolean): Promise<HTMLElement> {
  await draw(over, { isClosed });
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

const GUEST = { title: "佐藤", start_time: "17:00", end_time: "19:00" };
const steps = () => [...document.querySelectorAll<HTMLElement>("[data-step]")];

it("has a button for the next step outside the block's own button, as large as a finger", async () => {
  await draw(GUEST, { step: "arrived" });
  const step = screen.getByRole("button", { name: "佐藤：来店にする" });
  expect(step).toHaveTextContent("来店");
  expect(step.closest("[data-item]"), "a press on it neither opens nor drags the block").toBeNull();
  expect(step, "the keyboard has S").toHaveAttribute("tabindex", "-1");
  expect(screen.getByRole("button", { name: /17:00–19:00/ })).toHaveAttribute("aria-keyshortcuts", "S");
});

it.each([
  ["no step is due", {}, []],
  ["the block is narrow", { step: "seated", width: 140 }, []],
  ["the party is not awaited", { step: "arrived", width: 320, lateness: "endangered" }, ["arrived"]],
  ["the party is awaited", { step: "arrived", width: 320, lateness: "awaited" }, ["no_show", "arrived"]],
  ["the party is awaited, on a narrow block", { step: "arrived", width: 180, lateness: "awaited" }, ["arrived"]],
] as const)("offers steps if %s", async (_, shown, expected) => {
  await draw(GUEST, shown);
  expect(steps().map(({ dataset }) => dataset["step"])).toEqual(expected);
});

it("gives a stay of one column its name and guests instead of the time, which the accessible name has", async () => {
  const stay = { title: "佐藤 健二", subtitle: "2名", start_time: "17:00", end_time: "17:30" };
  await draw({ ...stay, allergy_description: "えび" }, { width: 80 });
  const shown = screen.getByRole("button");
  expect(shown).toHaveTextContent(/^佐藤 健二えび 2名/);
  expect(shown).toHaveAccessibleName(/17:00–17:30 .*佐藤 健二 2名/);
  expect(shown).toHaveAttribute("title", expect.stringMatching(/17:00–17:30 .*佐藤 健二 2名/));
});

it("shows the time before the name of a longer stay", async () => {
  await draw({ ...GUEST, subtitle: "2名" }, { width: 160 });
  expect(screen.getByRole("button")).toHaveTextContent(/^17:00 佐藤2名/);
});

it("shows dislikes after allergies and tags, in the normal weight, and in the accessible name", async () => {
  const notes = { allergy_description: "えび", customer_tags: ["車椅子"], dislikes: "パクチー" };
  await draw({ ...GUEST, subtitle: "2名", ...notes }, { width: 320 });
  const shown = screen.getByRole("button");
  expect(shown).toHaveTextContent(/2名 ?えび ?車椅子 ?苦手なもの: パクチー/);
  expect([...shown.querySelectorAll("b")].map(({ textContent }) => textContent.trim())).toEqual(["えび", "車椅子"]);
  expect(shown).toHaveAccessibleName(/アレルギー: えび 車椅子 苦手なもの: パクチー/);
});
