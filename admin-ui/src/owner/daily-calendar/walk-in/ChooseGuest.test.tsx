import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import { hitOf } from "../../customers/testing/hit";
import { ChooseGuest } from "./ChooseGuest";

async function open(customer_uid: string | null, is_walk_in: boolean) {
  const onDone = vi.fn<() => void>();
  const { calls } = await openPage(
    "/owners/daily_calendars/2026-12-08",
    <ChooseGuest reservation={{ uid: "r1", customer_uid, is_walk_in }} onDone={onDone} />,
    () => ({}),
    (_, init) => Response.json({ data: init.method === "PUT" ? {} : [hitOf({ uid: "k" })] }),
  );
  const bodies = () =>
    calls.mock.calls
      .filter(([address, init]) => init?.method === "PUT" && String(address).endsWith("/walk_ins/r1/customer"))
      .map(([, init]) => JSON.parse(String(init?.body)) as object);
  await screen.findByRole("button", { name: /^お客様を(登録|変更)$/ });
  return { bodies, onDone };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("replaces the shown guest, and restores them", async () => {
  const { bodies, onDone } = await open("c1", false);
  expect(screen.queryByRole("button", { name: "お客様の登録を外す" })).toBeNull();
  press("お客様を変更");
  const search = await screen.findByRole("combobox", { name: "お客様を検索" }, { timeout: 5_000 });
  fireEvent.change(search, { target: { value: "健二" } });
  fireEvent.click(await screen.findByRole("option", { name: /佐藤 健二/ }));
  expect(await screen.findByText(/様として登録しました。$/)).toBeVisible();
  expect(bodies()).toEqual([{ customer_uid: "k", expected_customer_uid: "c1" }]);
  fireEvent.click(await screen.findByRole("button", { name: "元に戻す" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(bodies()[1]).toEqual({ customer_uid: "c1", expected_customer_uid: "k" });
});

it("removes the guest of a walk-in, and restores them", async () => {
  const { bodies, onDone } = await open("c1", true);
  press("お客様の登録を外す");
  fireEvent.click(await screen.findByRole("button", { name: "元に戻す" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(bodies()).toEqual([
    { customer_uid: null, expected_customer_uid: "c1" },
    { customer_uid: "c1", expected_customer_uid: null },
  ]);
});
