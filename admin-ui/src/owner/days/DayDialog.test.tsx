import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { afterEach, expect, it, vi } from "vitest";
import { AskProvider, UndoProvider } from "@/console/ui";
import { onPage } from "@/console/testing/page";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { deleteDrafts } from "../drafts";
import { DayDialog } from "./DayDialog";

const DAY = {
  date: "2026-12-08",
  holiday: null,
  is_closed: false,
  calendar_date_id: null,
  daily_memo: "",
  tag_ids: [],
  meals: [],
} as unknown as Schemas["MonthDay"];

/** Opens the dialog of a day, types a memo and presses the main button. */
async function closeWithMemo(isRefused: boolean) {
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { time_zone: "Asia/Tokyo" }, features: {} } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  vi.spyOn(api, "showFlash").mockReturnValue();
  const send = vi.spyOn(api, "send");
  if (isRefused) send.mockRejectedValue(new api.NetworkError());
  else send.mockResolvedValue({ message: "" } as never);
  const onClose = vi.fn<() => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <AskProvider>
        <UndoProvider>
          {onPage(<DayDialog day={DAY} tags={[]} onClose={onClose} onChanged={() => undefined} />)}
        </UndoProvider>
      </AskProvider>
    </CoreAdminContext>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "メモを追加" }));
  fireEvent.change(screen.getByRole("textbox", { name: /メモ/ }), { target: { value: "貸切" } });
  fireEvent.click(screen.getByRole("button", { name: "閉じる" }));
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send.mock.calls[0]?.[2]).toMatchObject({ body: { restaurant_calendar_date: { daily_memo: "貸切" } } });
  return onClose;
}

afterEach(deleteDrafts);

it("saves a typed memo before it closes", async () => {
  const onClose = await closeWithMemo(false);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("stays open if the memo cannot be saved", async () => {
  const onClose = await closeWithMemo(true);
  await waitFor(() => expect(screen.getByRole("button", { name: "閉じる" })).toBeEnabled());
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole("textbox", { name: /メモ/ })).toHaveValue("貸切");
});
