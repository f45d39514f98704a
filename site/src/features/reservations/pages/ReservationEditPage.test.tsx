import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
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
