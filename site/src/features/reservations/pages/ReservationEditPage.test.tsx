import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { addDays } from "@seki/shared/civil-time";
import { aReservation } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/reservations/rsv_1/edit";
const REASON = "キャンセル申請中のため変更できません。";

// F076
it("rejects changes while a cancellation is requested, and gives the reason", async () => {
  await renderSite(ADDRESS, { locked_reason: REASON });
  expect(screen.getByText(REASON)).toBeVisible();
  for (const field of [screen.getByRole("combobox", { name: "人数" }), screen.getByRole("textbox")]) {
    expect(field).toBeDisabled();
  }
  expect(screen.getByRole("button", { name: "変更する" })).toBeDisabled();
});

it("is editable otherwise", async () => {
  const user = userEvent.setup();
  await renderSite(ADDRESS);
  expect(screen.queryByText(REASON)).toBeNull();
  await user.selectOptions(screen.getByRole("combobox", { name: "人数" }), "3");
  expect(screen.getByRole("textbox")).toBeEnabled();
  expect(screen.getByRole("button", { name: "変更する" })).toBeEnabled();
});

it("keeps its draft, unless the booking has changed since", async () => {
  const user = userEvent.setup();
  await renderSite(ADDRESS);
  await user.type(screen.getByRole("textbox"), "窓際の席");
  const typed = screen.getByRole<HTMLTextAreaElement>("textbox").value;
  await user.selectOptions(screen.getByRole("combobox", { name: "人数" }), "3");
  cleanup();
  const { world } = await renderSite(ADDRESS);
  expect(screen.getByRole("textbox")).toHaveValue(typed);
  expect(screen.getByRole("combobox", { name: "人数" })).toHaveValue("3");

  cleanup();
  const changed = aReservation({ date: addDays(world.today, 5), special_request: "個室" });
  await renderSite(ADDRESS, { pages: { reservation_edit: { reservation: changed } } });
  expect(screen.getByRole("textbox")).toHaveValue("個室");
});

describe("with an unpaid increase", () => {
  const pages = {
    reservation_edit: {
      reservation: aReservation({ guests_count: 3 }),
      guests_options: [
        { guests_count: 2, difference: 0, refund: 0 },
        { guests_count: 3, difference: 24_390, refund: 0 },
        { guests_count: 4, difference: 48_780, refund: 0 },
      ],
    },
  };

  it("names the open amount, and does not charge it for a change of the request", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { pages });
    expect(
      screen.getByText("以前の変更の未払い分が24,390円あります。予約のページからお支払いください。"),
    ).toBeVisible();
    expect(screen.queryByText(/お支払いいただきます/)).toBeNull();
    await user.type(screen.getByRole("textbox"), "窓際の席");
    await user.click(screen.getByRole("button", { name: "変更する" }));
    const dialog = await screen.findByRole("alertdialog", { name: "この内容に変更しますか" });
    expect(dialog).not.toHaveTextContent("24,390");
    expect(dialog).not.toHaveTextContent("追加のお支払い");
  });

  it("says that another party size replaces or ends the open amount", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { pages });
    const guests = screen.getByRole("combobox", { name: "人数" });
    await user.selectOptions(guests, "4");
    expect(screen.getByText(/48,780円をご登録のカードで.*未払いの24,390円に代わる/)).toBeVisible();
    await user.selectOptions(guests, "2");
    expect(screen.getByText("変更すると、未払いの24,390円のお支払いは不要になります。")).toBeVisible();
  });
});

it("gives the reason why the party cannot become smaller", async () => {
  const reason = "キャンセル料の発生日を過ぎているため、人数を減らすことはできません。";
  await renderSite(ADDRESS, { pages: { reservation_edit: { fewer_refused: reason } } });
  expect(screen.getByRole("combobox", { name: "人数" })).toHaveAccessibleDescription(reason);
});

it("keeps a request that is too long, counts its characters and rejects it", async () => {
  const user = userEvent.setup();
  await renderSite(ADDRESS, { pages: { reservation_edit: { longest_request: 20 } } });
  const request = screen.getByRole("textbox");
  await user.clear(request);
  await user.click(request);
  await user.paste("窓際の席をお願いします。".repeat(2));
  expect(request).toHaveValue("窓際の席をお願いします。".repeat(2));
  expect(request).toHaveAccessibleDescription(/24／20文字 20文字以内で入力してください。/);
  expect(screen.getByRole("button", { name: "変更する" })).toBeDisabled();
  await user.type(request, "{Backspace>4/}");
  expect(screen.getByText("20／20文字")).toBeVisible();
  expect(screen.getByRole("button", { name: "変更する" })).toBeEnabled();
});
