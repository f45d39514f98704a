import type { Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { blockOf, drag, middleOf, moveBarOf, pickUp, pressSteps } from "../../support/board";
import { CONNECTION_IS_BACK, Line, ignoreOfflineErrors } from "../../support/connection";
import { unusedContact } from "../../support/diner";
import { COUNTER, EARLY, HALL, LATE, addressOf, beginEvening, openAt, statesOf } from "../../support/evening";
import type { Day, Evening } from "../../support/evening";
import { focusIsOn, follow, tabTo } from "../../support/keyboard";
import { openDay, putReviewsOff } from "../../support/staff";
import { expect, test } from "../../support/test";

const tableOf = (label: string) => new RegExp(`^${label} `);

/** In the list a party's next step is one press; the same button is then the step after it. */
async function noteByKeys(page: Page, name: string, steps: string[]): Promise<void> {
  const [first, ...others] = steps;
  await tabTo(page, new RegExp(`^${name}：${first}にする$`));
  await page.keyboard.press("Enter");
  for (const step of others) {
    await focusIsOn(page, new RegExp(`^${name}：${step}にする$`));
    await page.keyboard.press("Enter");
  }
  const party = page.getByRole("list", { name: "ご来店の一覧" }).getByRole("listitem").filter({ hasText: name });
  await expect(party).toContainText(new RegExp(`${steps.at(-1)} \\d\\d:\\d\\d`));
}

/** Taps a table of the floor and the steps of the party that sits or arrives there. */
async function noteOnFloor(page: Page, label: string, ...steps: string[]): Promise<void> {
  const table = page.getByRole("group", { name: "Tables of the floor" }).getByRole("button", { name: tableOf(label) });
  await table.tap();
  const pane = page.getByRole("complementary");
  for (const step of steps) {
    await pane.getByRole("button", { name: new RegExp(`^${step}`) }).tap();
    await expect(pane.getByRole("button", { name: new RegExp(`^${step}`), pressed: true })).toBeVisible();
  }
  await pane.getByRole("button", { name: "Close" }).tap();
}

/** Draws a counter of eight in two lines of four, large enough for the button of a step on each seat. */
async function bendCounter({ staff, today }: Evening): Promise<void> {
  const { inventory_groups: groups } = await staff.page<Day>(`/owners/daily_calendars/${today}`);
  const seats = groups.flatMap(({ inventory_items }) => inventory_items);
  const size = { width: 5, height: 5, shape: "rectangle" };
  const tables = seats.map(({ uid }, index) => ({
    inventory_item_uid: uid,
    x: 1 + (index % 4) * 5,
    y: index < 4 ? 1 : 7,
    ...size,
  }));
  await staff.write("PUT", "/owners/api/floor_plan", { version: 0, tables });
}

// The last tests that move the clock, by the file's name: each evening takes a day, and the demo's raffle and openings
// are days away.
test("an evening at a counter of eight, by the keyboard alone", async ({ page, baseURL, clock }) => {
  test.setTimeout(300_000);
  const evening = await beginEvening({
    page,
    baseURL,
    clock,
    name: "evening-counter",
    areas: COUNTER,
    parties: [
      { name: "早川 一", guests: 2, seats: ["C1", "C2"], times: EARLY },
      { name: "早川 二", guests: 2, seats: ["C3", "C4"], times: EARLY },
      { name: "早川 三", guests: 2, seats: ["C1", "C2"], times: LATE },
      { name: "早川 四", guests: 3, seats: ["C3", "C4", "C5"], times: LATE },
    ],
  });
  const { staff, slug, today } = evening;
  const grid = await openDay(page, today, slug);
  const list = page.getByRole("list", { name: "ご来店の一覧" });
  const party = (name: string) => list.getByRole("listitem").filter({ hasText: name });
  const at = (time: string) => openAt(page, clock, time);

  await test.step("16:50 the phone rings", async () => {
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("combobox", { name: "人数と時刻" })).toBeFocused();
    await page.keyboard.type("2名 1800");
    await expect(dialog.getByRole("option").first()).toContainText("カウンター C5・C6");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("combobox", { name: "お客様を検索" })).toBeFocused();
    await page.keyboard.type("夕顔 花子");
    await page.keyboard.press("Enter");
    await follow(page, /^登録して進む$/);
    await expect(dialog.getByRole("button", { name: "予約内容へ進む" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("コース")).toHaveValue(/./);
    await follow(page, /^予約を登録する$/);
    await expect(grid.getByRole("button", { name: /18:00–20:00 店頭予約 夕顔 花子/ })).toBeVisible();
  });

  await test.step("17:40 the first party is seated; two walk in", async () => {
    await at("17:40");
    await tabTo(page, /^座席と時間の表$/);
    for (let row = 0; row < 6; row += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(page.getByText(/^17:30 カウンター C7・C8/)).toBeVisible();
    await follow(page, /^ウォークイン 2名$/, "Shift+Tab");
    await expect(grid.getByRole("button", { name: /ウォークイン.*着席 17:4\d/ }).first()).toBeVisible();
    await follow(page, /^一覧$/, "Shift+Tab");
    await noteByKeys(page, "早川 一", ["来店", "着席"]);
    await checkAccessibility(page);
  });

  await test.step("18:20 one party has not arrived, and another one moves to its seats", async () => {
    await at("18:20");
    await expect(party("早川 二")).toContainText("来店待ち");
    await follow(page, /^早川 二$/);
    await follow(page, /^無断キャンセル/);
    await expect(party("早川 二")).toContainText("無断キャンセル");
    await page.keyboard.press("Escape");
    await noteByKeys(page, "夕顔 花子", ["来店"]);
    await follow(page, /^表$/, "Shift+Tab");
    // The keyboard comes to the grid where the present is: she sits on the fifth seat from six.
    await tabTo(page, /^座席と時間の表$/);
    for (let row = 0; row < 4; row += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(page.getByText("夕顔 花子を18:00–20:00 C3・C4に移しました。")).toBeVisible();
    await follow(page, /^一覧$/, "Shift+Tab");
    await noteByKeys(page, "夕顔 花子", ["着席"]);
  });

  await test.step("19:40 an overstaying party is shown, pays and leaves", async () => {
    await at("19:40");
    await expect(party("早川 一")).toContainText("延長中");
    await expect(party("早川 三"), "fifteen minutes ahead").not.toContainText("前の席が延長中");
    await at("19:46");
    await expect(party("早川 三")).toContainText("前の席が延長中");
    await noteByKeys(page, "早川 一", ["会計", "退店"]);
    await expect(party("早川 三")).not.toContainText("前の席が延長中");
    await noteByKeys(page, "ウォークイン", ["会計", "退店"]);
  });

  await test.step("20:05 the second seating, and the end", async () => {
    await at("20:05");
    await noteByKeys(page, "早川 三", ["来店", "着席"]);
    await noteByKeys(page, "夕顔 花子", ["会計", "退店"]);
    await noteByKeys(page, "早川 四", ["来店", "着席"]);
    await at("22:02");
    await noteByKeys(page, "早川 三", ["会計", "退店"]);
    await expect(page.getByRole("dialog"), "no dialog interrupts while guests are seated").toHaveCount(0);
    await tabTo(page, /^早川 四：会計にする$/);
    await page.keyboard.press("Enter");
    await focusIsOn(page, /^早川 四：退店にする$/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "ご来店のお客様の評価" })).toBeVisible();
    await page.keyboard.press("Escape");
    const glance = page.getByRole("list", { name: "この日のまとめ" });
    await expect(glance).toContainText("無断キャンセル 1組");
    await expect(glance).toContainText("ウォークイン 1組");
    expect(await statesOf(evening)).toEqual([
      "walk-in left 17:4",
      "夕顔 花子 left 18:2",
      "早川 一 left 17:4",
      "早川 三 left 20:0",
      "早川 二 no_show –",
      "早川 四 left 20:0",
    ]);
  });
  await staff.close();
});

test("an evening with forty seats, by mouse", async ({ page, baseURL, guest, clock }) => {
  test.setTimeout(300_000);
  const evening = await beginEvening({
    page,
    baseURL,
    clock,
    name: "evening-mouse",
    areas: HALL,
    parties: [
      { name: "青木", guests: 2, seats: ["T1"], times: EARLY },
      { name: "石川", guests: 2, seats: ["T2"], times: EARLY },
      { name: "上田", guests: 4, seats: ["T3", "T4"], times: EARLY },
      { name: "江口", guests: 4, seats: ["H1"], times: EARLY },
      { name: "木村", guests: 2, seats: ["T1"], times: LATE },
      { name: "川口商事", guests: 22, seats: HALL[0]?.labels.slice(1) ?? [], times: LATE },
      { name: "近藤", guests: 12, seats: ["H1", "H2", "H3"], times: LATE },
      { name: "鈴木", guests: 3, seats: ["H4"], times: LATE },
    ],
  });
  const { staff, slug, today } = evening;
  // The dialog of reviews would open between the seatings, while no party is seated.
  await putReviewsOff(page, today);
  const grid = await openDay(page, today, slug);
  const waiting = page.getByRole("region", { name: "空席待ち" });
  const party = waiting.getByRole("listitem").filter({ hasText: "高田 待子" });
  const undo = page.getByRole("button", { name: "元に戻す" });
  const { localNumber } = unusedContact();
  const at = (time: string) => openAt(page, clock, time);

  await test.step("16:50 a party is moved and stretched, but not to a taken table", async () => {
    const block = blockOf(grid, "石川");
    const start = await middleOf(block);
    // Three tables down, and half an hour later.
    await drag(page, { x: start.x, y: start.y - 20 }, { x: 80, y: 180 });
    await expect(page.getByText("石川を18:00–20:00 T5に移しました。")).toBeVisible();
    await undo.click();
    await expect(page.getByText("石川を元の場所に戻しました。")).toBeVisible();
    await expect(block).toHaveAccessibleName(/17:30–19:30 .*石川.* T2/);

    const own = await middleOf(block);
    await drag(page, { x: own.x, y: own.y - 20 }, { x: 0, y: 120 }, false);
    await expect(moveBarOf(page, "石川")).toContainText("ここには移せません：上田（17:30–19:30）の予約があります");
    await expect(grid.locator(".ghost.refused")).toBeVisible();
    await page.mouse.up();
    const refusal = page.getByRole("alert").filter({ hasText: "17:30–19:30 T4には移せません：上田" });
    await expect(refusal).toBeVisible();
    await expect(block).toHaveAccessibleName(/17:30–19:30 .*石川.* T2/);

    await drag(page, { x: own.x + own.width / 2 - 4, y: own.y }, { x: 40, y: 0 });
    await expect(page.getByText("石川を17:30–19:45 T2に移しました。")).toBeVisible();
    await expect(page.getByRole("complementary"), "a drag opens nothing").toHaveCount(0);
  });

  await test.step("16:55 a guest waits for a table of the full second seating", async () => {
    await page.getByRole("button", { name: "空席待ちに追加" }).click();
    const dialog = page.getByRole("dialog", { name: "空席待ちに追加" });
    await dialog.getByRole("combobox", { name: "お客様を検索" }).fill("高田 待子");
    await dialog.getByRole("option", { name: /新しいお客様として登録/ }).click();
    await dialog.locator("input[type=tel]").fill(`0${localNumber}`);
    await dialog.getByRole("switch", { name: "SMSで招待する" }).check();
    await dialog.getByRole("button", { name: "登録して進む" }).click();
    await dialog.getByLabel("人数").fill("4");
    await dialog.getByLabel("開始（早くて）").selectOption("20:30");
    await dialog.getByLabel("開始（遅くて）").selectOption("21:00");
    await dialog.getByRole("button", { name: "空席待ちに登録する" }).click();
    await expect(party).toContainText("空きなし");
  });

  await test.step("17:40 the first seating: each step is one press on its block", async () => {
    await at("17:40");
    await pressSteps(grid, ["来店", "着席"], ["青木", "石川", "上田", "江口"]);
    const paying = grid.getByRole("button", { name: "江口：会計にする" });
    await paying.click();
    await expect(page.getByText("江口：会計にしました。")).toBeVisible();
    await undo.click();
    await expect(paying).toBeVisible();
    await expect(page.getByRole("complementary"), "no pane opens").toHaveCount(0);
    await checkAccessibility(page);
  });

  await test.step("19:46 an overstaying party pays and leaves", async () => {
    await at("19:46");
    await expect(blockOf(grid, "江口")).toHaveAccessibleName(/延長中/);
    await expect(blockOf(grid, "近藤")).toHaveAccessibleName(/前の席が延長中/);
    await pressSteps(grid, ["会計", "退店"], ["江口", "青木", "石川", "上田"]);
    await expect(blockOf(grid, "近藤")).not.toHaveAccessibleName(/前の席が延長中/);
  });

  await test.step("20:10 a no-show's table is offered to the waiting party by text message", async () => {
    await at("20:10");
    await pressSteps(grid, ["来店", "着席"], ["木村", "川口商事", "近藤"]);
    await pressSteps(grid, ["無断キャンセル"], ["鈴木"]);
    await expect(page.getByText(/^席が空きました：高田 待子様 4名 20:30 広間 H4/)).toBeVisible();
    await expect(party).toContainText("20:30 広間 H4が空いています");
    await party.getByRole("button", { name: "席を確保して案内を送る" }).click();
    const giving = page.getByRole("dialog", { name: "席を確保して案内を送る" });
    await giving.getByLabel("回答期限").selectOption("15");
    await giving.getByRole("button", { name: "席を確保して案内を送る" }).click();
    await expect(party).toContainText(/案内中 20:30（回答期限 20:[23]\d）/);
    await expect(grid.getByRole("button", { name: /20:30–22:30 新規招待 高田 待子/ })).toBeVisible();
    await guest.message(/夕べの店の空席待ちで、お席が空きました。.* 20:30 /, `+81${localNumber}`);
  });

  await test.step("22:02 the end", async () => {
    await at("22:02");
    await pressSteps(grid, ["会計", "退店"], ["木村", "川口商事", "近藤"]);
    await expect(page.getByRole("list", { name: "この日のまとめ" })).toContainText("無断キャンセル 1組");
    const expected = [
      "青木 left 17:4",
      "石川 left 17:4",
      "上田 left 17:4",
      "江口 left 17:4",
      "木村 left 20:1",
      "川口商事 left 20:1",
      "近藤 left 20:1",
      "鈴木 no_show –",
    ];
    expect(await statesOf(evening), "the offer has ended without an answer").toEqual(expected.toSorted());
  });
  await staff.close();
});

test.describe("in English, by touch on a tablet", () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, serviceWorkers: "allow" });

  test("an evening with forty seats, ten minutes of it offline", async ({ page, baseURL, complaints, clock }) => {
    test.setTimeout(300_000);
    const evening = await beginEvening({
      page,
      baseURL,
      clock,
      name: "evening-hall",
      areas: HALL,
      parties: [
        { name: "Alder", guests: 2, seats: ["T1"], times: EARLY },
        { name: "Birch", guests: 2, seats: ["T2"], times: EARLY },
        { name: "Cedar", guests: 4, seats: ["T3", "T4"], times: EARLY },
        { name: "Maple", guests: 4, seats: ["H1"], times: EARLY },
        { name: "Oak", guests: 3, seats: ["H2"], times: EARLY },
        { name: "Pine", guests: 2, seats: ["T1"], times: LATE },
        { name: "Willow", guests: 8, seats: ["H1", "H2"], times: LATE },
      ],
    });
    const { staff, today } = evening;
    const line = await Line.to(baseURL ?? "");
    const floor = page.getByRole("group", { name: "Tables of the floor" });
    const table = (label: string) => floor.getByRole("button", { name: tableOf(label) });
    const at = (time: string) => openAt(page, clock, time, line.url + addressOf(evening, "floor_plans"));

    await test.step("17:35 the first seating, and two walk-ins", async () => {
      await at("17:35");
      await expect(floor.getByRole("button", { name: /^[TH]\d/ })).toHaveCount(16);
      for (const label of ["T1", "T2", "T3", "H1"]) await noteOnFloor(page, label, "Arrived", "Seated");
      await expect(table("T4"), "both tables of a party that sits at two").toHaveAttribute(
        "aria-label",
        /Cedar.*Seated/,
      );
      await table("T12").tap();
      await page.getByRole("button", { name: "Walk-in for 2" }).tap();
      await expect(table("T12")).toHaveAttribute("aria-label", /Walk-in.*Seated 17:3\d/);
      await checkAccessibility(page);
    });

    await test.step("18:05 a party is late, and another one moves", async () => {
      await at("18:05");
      await expect(table("H2")).toContainText("Awaited");
      await noteOnFloor(page, "H2", "Arrived", "Seated");
      await table("T2").tap();
      await page.getByRole("complementary").getByRole("button", { name: "Move seat or time" }).tap();
      await table("T11").tap();
      await expect(page.getByText(/Birch was moved to .*T11\./)).toBeVisible();
      await expect(table("T11")).toHaveAttribute("aria-label", /Birch.*Seated/);
    });

    await test.step("18:41 the connection is lost for ten minutes", async () => {
      // A minute of slack: the page's clock may be a moment behind the server's.
      await openAt(page, clock, "18:41", line.url + addressOf(evening, "daily_calendars"));
      const grid = page.getByRole("grid");
      const block = (name: RegExp) => grid.getByRole("button", { name }).first();
      line.break();
      await expect(page.getByText(/Connection lost · last updated 18:4\d/)).toBeVisible(CONNECTION_IS_BACK);
      const pane = page.getByRole("complementary");
      for (const name of ["Alder", "Maple"]) {
        await block(new RegExp(name)).tap();
        await pane.getByRole("button", { name: /^Paying/ }).tap();
        await expect(pane.getByRole("button", { name: /^Paying/, pressed: true })).toBeVisible();
        await pane.getByRole("button", { name: "Close" }).tap();
      }
      await grid.getByRole("gridcell", { name: /^T10 18:30 free/ }).tap();
      await page.getByRole("button", { name: "Walk-in for 1" }).tap();
      await expect(page.getByRole("button", { name: "Not sent: 3" })).toBeVisible();
      await clock.advance(600);
      line.restore();
      await expect(page.getByRole("button", { name: /^Not sent/ })).toHaveCount(0, CONNECTION_IS_BACK);
      const { items } = await staff.page<Day>(`/owners/daily_calendars/${today}`);
      const of = (title: string) => items.find((item) => item.title === title)?.service;
      expect(of("Alder")?.bill_at, "when it was noted").toMatch(/^18:4/);
      expect(of("Maple")?.bill_at).toMatch(/^18:4/);
      expect(items.filter((item) => item.is_walk_in).map(({ service }) => service.seated_at?.slice(0, 4))).toEqual(
        expect.arrayContaining(["17:3", "18:4"]),
      );
    });

    await test.step("19:50 tables turn", async () => {
      await at("19:50");
      await expect(table("H1"), "the next party would wait").toContainText(/Overstaying/);
      for (const label of ["T1", "H1", "H2", "T3", "T11", "T12", "T10"]) await noteOnFloor(page, label, "Departed");
      await at("20:04");
      for (const label of ["T1", "H1"]) await noteOnFloor(page, label, "Arrived", "Seated");
      await expect(table("H2")).toHaveAttribute("aria-label", /Willow.*Seated/);
    });

    await test.step("22:02 the end", async () => {
      await at("22:02");
      for (const label of ["T1", "H1"]) await noteOnFloor(page, label, "Departed");
      expect(await statesOf(evening)).toEqual([
        "Alder left 17:3",
        "Birch left 17:3",
        "Cedar left 17:3",
        "Maple left 17:3",
        "Oak left 18:0",
        "Pine left 20:0",
        "Willow left 20:0",
        "walk-in left 17:3",
        "walk-in left 18:4",
      ]);
    });
    await page.goto("about:blank");
    ignoreOfflineErrors(complaints);
    await line.close();
    await staff.close();
  });

  test("an evening at a counter of eight", async ({ page, baseURL, clock }) => {
    test.setTimeout(300_000);
    const evening = await beginEvening({
      page,
      baseURL,
      clock,
      name: "evening-touch",
      areas: COUNTER,
      parties: [
        { name: "Alder", guests: 2, seats: ["C1", "C2"], times: EARLY },
        { name: "Birch", guests: 2, seats: ["C3", "C4"], times: EARLY },
        { name: "Cedar", guests: 1, seats: ["C5"], times: ["18:00", "20:00"] },
        { name: "Maple", guests: 2, seats: ["C1", "C2"], times: LATE },
        { name: "Willow", guests: 2, seats: ["C3", "C4"], times: LATE },
      ],
    });
    const { staff, slug } = evening;
    const limits = { pacing_max_guests: 4, pacing_max_parties: 2 };
    await staff.patch(`/owners/api/pacing/${slug}`, { pacing: { dinner: limits } });
    await bendCounter(evening);
    const floor = page.getByRole("group", { name: "Tables of the floor" });
    const table = (label: string) => floor.getByRole("button", { name: tableOf(label) });
    const quarter = (time: string) =>
      page.getByRole("region", { name: "Pacing" }).getByRole("listitem").filter({ hasText: time });
    const at = (time: string) => openAt(page, clock, time, addressOf(evening, "floor_plans"));

    await test.step("16:55 on the grid a long press picks a party up, and a tap puts it down", async () => {
      await openAt(page, clock, "16:55", addressOf(evening, "daily_calendars"));
      const grid = page.getByRole("grid");
      await pickUp(page, blockOf(grid, "Cedar"), moveBarOf(page, "Cedar"));
      await expect(moveBarOf(page, "Cedar")).toContainText("Tap the seat and the time it moves to.");
      await grid.getByRole("gridcell", { name: /^C6 18:30 free/ }).tap();
      await expect(page.getByText("Cedar was moved to 18:30–20:30 C6.")).toBeVisible();
    });

    await test.step("17:35 the first seating, and a walk-in with two taps", async () => {
      await at("17:35");
      await expect(quarter("17:30")).toContainText("4/4 guests");
      await expect(quarter("17:30")).toContainText("Full");
      await pressSteps(floor, ["Arrived", "Seated"], ["Alder", "Birch"], "tap");
      const seatWalkIn = async () => {
        await table("C8").tap();
        await page.getByRole("button", { name: "Walk-in for 1" }).tap();
        // Before it, the offer to undo is that of another step.
        await expect(page.getByText(/^The walk-in is seated until 19:3\d\./)).toBeVisible();
      };
      await seatWalkIn();
      await page.getByRole("button", { name: "Undo", exact: true }).tap();
      await expect(page.getByText("The walk-in was undone. The seats are free again.")).toBeVisible();
      await expect(table("C8")).toHaveAccessibleName(/^C8 Free/);
      await expect(quarter("17:30")).toContainText("4/4 guests");
      await seatWalkIn();
      await expect(table("C8")).toHaveAccessibleName(/Walk-in.*Seated 17:3\d/);
      await expect(quarter("17:30")).toContainText("5/4 guests");
      await checkAccessibility(page);
    });

    await test.step("18:41 a late party is seated, and moved by a long press and a tap", async () => {
      await at("18:41");
      await expect(table("C6")).toContainText("Awaited");
      await pressSteps(floor, ["Arrived"], ["Cedar"], "tap");
      // The second tap of a double tap is ignored; the check takes longer than one.
      await checkAccessibility(page);
      await pressSteps(floor, ["Seated"], ["Cedar"], "tap");
      await pickUp(page, blockOf(floor, "Cedar"), moveBarOf(page, "Cedar"));
      await expect(moveBarOf(page, "Cedar")).toContainText("Tap the table it moves to.");
      await table("C7").tap();
      await expect(page.getByText("Cedar was moved to 18:30–20:30 C7.")).toBeVisible();
      await expect(table("C7")).toHaveAccessibleName(/Cedar.*Seated 18:4\d/);
      await expect(page.getByRole("complementary"), "no pane opens").toHaveCount(0);
    });

    await test.step("19:46 tables turn", async () => {
      await at("19:46");
      await expect(blockOf(floor, "Alder")).toContainText("Overstaying");
      await pressSteps(floor, ["Paying", "Departed"], ["Alder", "Birch", "Walk-in"], "tap");
      await at("20:04");
      await expect(quarter("20:00")).toContainText("4/4 guests");
      await pressSteps(floor, ["Arrived", "Seated"], ["Maple", "Willow"], "tap");
    });

    await test.step("22:02 the end", async () => {
      await at("22:02");
      await pressSteps(floor, ["Paying", "Departed"], ["Cedar", "Maple", "Willow"], "tap");
      await expect(page.getByRole("list", { name: "The day at a glance" })).toContainText("Walk-ins: 1");
      expect(await statesOf(evening)).toEqual([
        "Alder left 17:3",
        "Birch left 17:3",
        "Cedar left 18:4",
        "Maple left 20:0",
        "Willow left 20:0",
        "walk-in left 17:3",
      ]);
    });
    await staff.close();
  });
});
