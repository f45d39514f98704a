import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { loadTexts } from "@/admin/i18n/load-texts";
import { onPage } from "@/console/testing/page";
import type { ModalProps } from "./modal-props";
import { TimesModal } from "./TimesModal";

// F208
it("shows the general message when saving fails, and can be saved again", async () => {
  const send = vi.spyOn(api, "send").mockRejectedValue(new api.ApiError({ status: 500 }));
  const onSaved = vi.fn<() => void>();
  const template = { id: 7, title: "平日の夜", time_selector: [{ start_time: "18:00", end_time: "20:00" }] };
  const props = { slug: "sushi-kagura", template, choices: { time_from: "18:00", time_till: "20:00" } };
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      {onPage(<TimesModal {...(props as unknown as ModalProps)} onClose={vi.fn<() => void>()} onSaved={onSaved} />)}
    </CoreAdminContext>,
  );
  const save = screen.getByRole("button", { name: "保存する" });
  fireEvent.click(save);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("エラーが発生しました。モーダルを閉じて画面を更新して下さい。");
  expect(onSaved).not.toHaveBeenCalled();
  send.mockResolvedValue({ message: "保存しました。" } as never);
  fireEvent.click(save);
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
});

it("saves the lines of the bulk field, or names a wrong one and saves nothing", async () => {
  const send = vi.spyOn(api, "send").mockResolvedValue({ message: "保存しました。" } as never);
  send.mockClear();
  const onSaved = vi.fn<() => void>();
  const template = { id: 7, title: "平日の夜", time_selector: [] };
  const props = { slug: "sushi-kagura", template, choices: { time_from: "17:00", time_till: "21:00" } };
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      {onPage(<TimesModal {...(props as unknown as ModalProps)} onClose={vi.fn<() => void>()} onSaved={onSaved} />)}
    </CoreAdminContext>,
  );
  const bulk = screen.getByLabelText("一括入力");
  const save = screen.getByRole("button", { name: "保存する" });
  fireEvent.change(bulk, { target: { value: "17:30,19:30\n19:30" } });
  fireEvent.click(save);
  expect(await screen.findByText(/不正な値が含まれています：19:30/)).toBeVisible();
  expect(send).not.toHaveBeenCalled();
  fireEvent.change(bulk, { target: { value: "17:30,19:30" } });
  fireEvent.click(save);
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(send).toHaveBeenLastCalledWith("POST", "/admin/api/r/{slug}/time_selectors", {
    path: { slug: "sushi-kagura" },
    body: {
      time_selector: {
        options_attributes: [{ start_time: "17:30", end_time: "19:30" }],
        online_stock_refillment_template_id: 7,
      },
      expected: { time_selector: [] },
    },
  });
});
