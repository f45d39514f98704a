import { QueryClient } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { useMatchNotice } from "./use-match-notice";
import type { WaitingEntry } from "./model";

const SEAT = {
  inventory_group_title: "カウンター",
  labels: ["C1", "C2"],
  start_time: "19:00",
  end_time: "21:00",
  inventory_item_uids: ["c1", "c2"],
};
const entry = (seat: object | null) =>
  ({ uid: "w1", state: "waiting", customer_name: "待田 健", guests_count: 2, seat }) as unknown as WaitingEntry;

async function follow(mayWrite: boolean) {
  const shown = vi.spyOn(api, "showFlash").mockImplementation(() => undefined);
  vi.spyOn(api, "useMayWrite").mockReturnValue(mayWrite);
  const i18nProvider = await loadTexts("ja");
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      {children}
    </CoreAdminContext>
  );
  const { rerender } = renderHook(({ waiting }) => useMatchNotice({ waiting }), {
    wrapper,
    initialProps: { waiting: [entry(null)] },
  });
  return { shown, read: (...waiting: WaitingEntry[]) => rerender({ waiting }) };
}

it("shows a notice once for each party and seats", async () => {
  const { shown, read } = await follow(true);
  expect(shown).not.toHaveBeenCalled();
  read(entry(SEAT));
  const message = "席が空きました：待田 健様 2名 19:00 カウンター C1・C2";
  expect(shown.mock.calls).toEqual([[{ kind: "notice", message, sticky: true }]]);
  read(entry(null));
  read(entry(SEAT));
  expect(shown, "the same seats again").toHaveBeenCalledOnce();
  read(entry(null));
  read(entry({ ...SEAT, start_time: "19:30" }));
  expect(shown, "another time").toHaveBeenCalledTimes(2);
});

it("shows no notice to staff who cannot offer the seats", async () => {
  const { shown, read } = await follow(false);
  read(entry(SEAT));
  expect(shown).not.toHaveBeenCalled();
});
