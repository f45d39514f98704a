import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { onPage } from "@/console/testing/page";
import { CreateSlotDialog } from "./CreateSlotDialog";

const CHOICES = {
  can_make_gold: true,
  courses: [{ id: 1, title: "おまかせ", price: 24_000 }],
  customer_groups: [],
  date: "2026-12-01",
  default_stay_minutes: 120,
  gold_rounds: [{ id: 1, slug: "december", title: "12月" }],
  inventory_group: { uid: "g", title: "カウンター", capacity_per_stock: 1 },
  inventory_items: [{ id: 1, uid: "c1", label: "C1" }],
  operation: "dinner",
  operation_label: "ディナー",
  time_from: "17:00",
  time_till: "23:00",
};

async function open(choices: typeof CHOICES): Promise<HTMLElement> {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "send").mockImplementation((method: string) =>
    Promise.resolve((method === "GET" ? { status: 200, data: choices } : { status: 200, message: "ok" }) as never),
  );
  const i18nProvider = await loadTexts("ja");
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const slot = { date: choices.date, group: choices.inventory_group, itemUids: ["c1"], startTime: "18:00" };
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={queryClient}>
      {onPage(
        <CreateSlotDialog {...slot} operation="dinner" onClose={vi.fn<() => void>()} onSaved={vi.fn<() => void>()} />,
      )}
    </CoreAdminContext>,
  );
  const dialog = await screen.findByRole("dialog", { name: "Web予約枠の作成" });
  await within(dialog).findByRole("button", { name: "1名" });
  return dialog;
}

beforeEach(() => vi.restoreAllMocks());

// F152
it("shows the gold section only to admins", async () => {
  const dialog = await open({ ...CHOICES, can_make_gold: false, gold_rounds: [] });
  expect(within(dialog).queryByText("ゴールド会員限定")).toBeNull();
});

it("sends a gold slot after its round is chosen and its warning confirmed", async () => {
  const dialog = await open(CHOICES);
  fireEvent.click(within(dialog).getByRole("button", { name: "1名" }));
  const create = within(dialog).getByRole("button", { name: "作成する" });
  expect(create).toBeEnabled();
  fireEvent.click(within(dialog).getByRole("button", { name: /ゴールド会員限定/ }));
  fireEvent.click(within(dialog).getByLabelText("ゴールド会員だけが予約できる枠にする"));
  expect(create).toBeDisabled();
  fireEvent.change(within(dialog).getByLabelText(/^ゴールドラウンド/), { target: { value: "december" } });
  fireEvent.change(within(dialog).getByLabelText("掲載開始日時（任意）"), { target: { value: "2026-11-25T10:00" } });
  expect(create).toBeEnabled();
  fireEvent.click(create);
  const warning = await screen.findByRole("alertdialog");
  expect(warning).toHaveTextContent("ゴールド会員限定の枠を作成しますか？");
  fireEvent.click(within(warning).getByRole("button", { name: "作成する" }));
  await waitFor(() =>
    expect(api.send).toHaveBeenCalledWith("POST", "/owners/api/online_stock_groups", {
      body: {
        online_stock_group: expect.objectContaining({
          gold_round: "december",
          gold_allocations: [expect.objectContaining({ listed_from: "2026-11-25T10:00" })],
        }) as unknown,
      },
    }),
  );
});

// F208
it("shows the general message after a server error, and can be sent again", async () => {
  const dialog = await open(CHOICES);
  fireEvent.click(within(dialog).getByRole("button", { name: "1名" }));
  const send = vi.spyOn(api, "send").mockRejectedValue(new api.ApiError({ status: 500, message: "internal" }));
  const create = within(dialog).getByRole("button", { name: "作成する" });
  fireEvent.click(create);
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "作成する" }));
  expect(await within(dialog).findByText("エラーが発生しました。モーダルを閉じて画面を更新して下さい。")).toBeVisible();
  send.mockRejectedValue(new api.ApiError({ status: 400, message: "来店時間を入力してください" }));
  fireEvent.click(create);
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "作成する" }));
  expect(await within(dialog).findByText("来店時間を入力してください")).toBeVisible();
});
