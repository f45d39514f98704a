import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/invited_reservations/rsv_1";
const CALL = "/users/reservations/rsv_1/ivr_guest_count_alter_requests";
const guests = () => screen.getByRole("combobox", { name: "新しい人数" });
const agreement = () => screen.getByRole("checkbox", { name: "人数を減らすと元に戻せないことに同意します" });
const button = () => screen.getByRole("button", { name: "人数を変更する" });

// F079, S-D-040
describe("an invited party", () => {
  it("can only become smaller, and only by another number that the guest agrees to", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS);
    expect(
      within(guests())
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["1名", "2名", "3名", "4名"]);
    expect(button()).toBeDisabled();
    await user.click(agreement());
    expect(button()).toBeDisabled();
    await user.selectOptions(guests(), "2");
    expect(button()).toBeEnabled();
    await user.click(agreement());
    expect(button()).toBeDisabled();
    await user.click(agreement());
    await user.selectOptions(guests(), "4");
    expect(button()).toBeDisabled();
  });

  it("needs another confirmation, and stays unchanged if the guest declines it", async () => {
    const user = userEvent.setup();
    const taken = { status: 200, body: { message: "人数の変更を受け付けました。" } };
    const { calls, world } = await renderSite(ADDRESS, { answers: { [`POST ${CALL}`]: [taken] } });
    await user.selectOptions(guests(), "2");
    await user.click(agreement());
    await user.click(button());
    let question = await screen.findByRole("alertdialog", { name: "人数を2名に変更しますか" });
    await user.click(within(question).getByRole("button", { name: "戻る" }));
    expect(calls.some(({ path }) => path === CALL)).toBe(false);
    await user.click(button());
    question = await screen.findByRole("alertdialog", { name: "人数を2名に変更しますか" });
    world.pages.invited_reservation = { requested_guests_count: 2 };
    await user.click(within(question).getByRole("button", { name: "OK" }));
    expect(await screen.findByText("人数の変更を受け付けました。")).toBeVisible();
    const sent = calls.filter(({ method }) => method === "POST");
    expect(sent).toMatchObject([{ path: CALL, body: { ivr_guest_count_alter_request: { new_guest_count: 2 } } }]);
    expect(await screen.findByText(/2名への変更を申請しています/)).toBeVisible();
    // The guest agreed to that number only.
    await waitFor(() => expect(agreement()).not.toBeChecked());
  });

  it("shows the reason for a rejection", async () => {
    const user = userEvent.setup();
    const message = "1名には変更できません。";
    await renderSite(ADDRESS, { answers: { [`POST ${CALL}`]: [{ status: 422, body: { status: 422, message } }] } });
    await user.selectOptions(guests(), "1");
    await user.click(agreement());
    await user.click(button());
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "OK" }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(button()).toBeEnabled();
  });

  it("cannot change if the restaurant does not allow it", async () => {
    await renderSite(ADDRESS, { pages: { invited_reservation: { can_reduce_guests: false } } });
    expect(screen.queryByRole("combobox", { name: "新しい人数" })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});
