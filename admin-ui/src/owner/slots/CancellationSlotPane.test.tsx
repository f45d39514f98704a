import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { onPage } from "@/console/testing/page";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { CancellationSlotPane } from "./CancellationSlotPane";

const RELEASE = {
  customer_group_id: 1,
  customer_group_label: "常連",
  customer_group_label_short: "常",
  releasable_at: "2026-12-05T18:00:00+09:00",
  released_at: "2026-12-05T18:00:00+09:00",
};
const SLOT = {
  type: "online_cancellation",
  uid: "x",
  is_offsite: false,
  date: "2026-12-08",
  reservation: { starts_at: "2026-12-08T18:00:00+09:00", ends_at: "2026-12-08T20:00:00+09:00" },
  inventory_group_title: "カウンター",
  inventory_item_labels: ["C1"],
  releases: [] as (typeof RELEASE)[],
  is_open: true,
};

async function pane(slot: typeof SLOT) {
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { time_zone: "Asia/Tokyo" }, role: "owner" } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja", session: { role: "owner" } } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  const send = vi.spyOn(api, "send").mockResolvedValue({ data: slot, status: 200, message: "済み" } as never);
  const onDone = vi.fn<() => void>();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={queryClient}>
      {onPage(
        <CancellationSlotPane uid="x" onDone={onDone}>
          待田 健
        </CancellationSlotPane>,
      )}
    </CoreAdminContext>,
  );
  await screen.findByText("カウンター C1");
  return { send, onDone };
}

it("ends the offer to the groups with the decision, after a question that says so", async () => {
  const { send, onDone } = await pane({ ...SLOT, releases: [RELEASE] });
  fireEvent.click(screen.getByText("枠を削除"));
  expect(await screen.findByText(/顧客グループへの公開は取りやめになり/)).toBeVisible();
  const [confirm] = screen.getAllByText("枠を削除").slice(-1);
  fireEvent.click(confirm as HTMLElement);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(send).toHaveBeenLastCalledWith("DELETE", "/owners/api/online_cancellations/{uid}", {
    path: { uid: "x" },
    query: { type: "delete", end_offer: true },
  });
});

it.each([true, false])("names the parties that wait while the slot is open: %s", async (is_open) => {
  await pane({ ...SLOT, is_open });
  expect(screen.queryAllByText("待田 健")).toHaveLength(is_open ? 1 : 0);
});

it("decides on a slot without groups as before", async () => {
  const { send, onDone } = await pane(SLOT);
  fireEvent.click(screen.getByText("Web予約枠として公開"));
  await screen.findByText("Web予約枠として公開しますか？");
  expect(screen.queryByText(/公開は取りやめになり/)).toBeNull();
  fireEvent.click(screen.getAllByText("Web予約枠として公開").at(-1) as HTMLElement);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(send).toHaveBeenLastCalledWith("DELETE", "/owners/api/online_cancellations/{uid}", {
    path: { uid: "x" },
    query: { type: "release" },
  });
});
