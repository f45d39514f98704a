import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderSite, stubScripts } from "@/testing/render-site";

const TODAY = "2026-11-21";
const ADDRESS = "/r/sushi-kagura/reservations/new";

beforeEach(() => stubScripts(() => Promise.resolve({})));

describe("a new reservation", () => {
  // F037
  it("says that a full day is full, and does not choose it", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { today: TODAY });
    await user.click(await screen.findByRole("button", { name: "2026年11月25日（水） 満席" }));
    expect(await screen.findByRole("alertdialog", { name: "2026年11月25日（水）は満席です。" })).toBeVisible();
    expect(screen.getByText("カレンダーから日付を選んでください。")).toBeVisible();
  });

  it("holds the chosen seat and goes on to the review", async () => {
    const user = userEvent.setup();
    const { calls } = await renderSite(ADDRESS, { today: TODAY });
    await user.click(await screen.findByRole("button", { name: "2026年11月26日（木） 空席あり" }));
    const dinner = await screen.findByRole("group", { name: "ディナー" });
    await user.click(within(dinner).getByRole("radio", { name: /カウンター 17:30/ }));

    await user.click(screen.getByRole("button", { name: "予約内容の確認へ進む" }));
    expect(await screen.findByRole("alertdialog", { name: "開始時間を選んでください。" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "OK" }));

    await user.selectOptions(screen.getByRole("combobox", { name: "人数" }), "2");
    await user.selectOptions(screen.getByRole("combobox", { name: "開始時間" }), "18:00");
    await user.click(screen.getByRole("button", { name: "予約内容の確認へ進む" }));

    expect(await screen.findByRole("heading", { level: 1, name: "予約内容の確認" })).toBeVisible();
    const sent = calls.find(({ method, path }) => method === "POST" && path === "/users/api/reservations");
    expect(sent?.body).toMatchObject({
      new_reservation: { online_stock_group_id: 31, guests_count: 2, time_selector_option_id: 12, course_id: 32 },
      reservation_calendar_token: "calendar-token",
      recaptcha_token: "captcha-token",
    });
    expect(JSON.parse(window.sessionStorage.getItem("seki.shown_price") ?? "")).toMatchObject({ uid: "rsv_new" });
  });

  it("shows what was chosen before the address says it", async () => {
    await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY });
    const room = await screen.findByRole<HTMLInputElement>("radio", { name: /個室「月」/ });
    const counter = screen.getByRole<HTMLInputElement>("radio", { name: /カウンター 17:30/ });
    // As in a browser: the address is drawn after what the click itself changes, and nothing waits for it here.
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
    for (const slot of [room, counter, room]) {
      slot.click();
      await Promise.resolve();
      expect(slot).toBeChecked();
      expect(screen.getByRole("combobox", { name: "人数" })).toBeVisible();
    }
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  });

  it("offers one way back when somebody else took the seat", async () => {
    const user = userEvent.setup();
    const { assign } = await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY });
    await user.click(await screen.findByRole("radio", { name: /個室「月」/ }));
    await user.selectOptions(screen.getByRole("combobox", { name: "開始時間" }), "18:00");
    await user.click(screen.getByRole("button", { name: "予約内容の確認へ進む" }));

    expect(await screen.findByRole("heading", { name: "この席は埋まりました" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "予約内容の確認へ進む" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "この日の空席を見直す" }));
    expect(assign).toHaveBeenCalledWith(expect.stringContaining("date=2026-11-26"));
  });
});
