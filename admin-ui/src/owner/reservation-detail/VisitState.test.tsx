import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { VisitState } from "./VisitState";

const NO_SHOW: Schemas["ServiceInfo"] = {
  state: "no_show",
  arrived_at: null,
  seated_at: null,
  bill_at: null,
  left_at: null,
};
const send = vi.fn<(...call: unknown[]) => Promise<unknown>>(() => Promise.resolve({}));
const onDone = vi.fn<() => void>();

async function open(service: Schemas["ServiceInfo"]): Promise<void> {
  send.mockClear();
  vi.spyOn(api, "send").mockImplementation(send as never);
  vi.spyOn(api, "useShell").mockReturnValue({ session: { role: "owner" } } as never);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <VisitState uid="r1" service={service} onDone={onDone} />
    </CoreAdminContext>,
  );
}

it.each([
  ["no step", NO_SHOW, { state: null, at: null }],
  ["the arrival", { ...NO_SHOW, arrived_at: "17:39" }, { state: "arrived", at: "17:39" }],
])("undoes a no-show and restores %s", async (_, service, restored) => {
  await open(service);
  expect(screen.getByText("無断キャンセルとして記録されています。")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "無断キャンセルを取り消す" }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(send).toHaveBeenCalledExactlyOnceWith("PUT", "/owners/api/reservations/{uid}/service_state", {
    path: { uid: "r1" },
    body: { ...restored, from: "no_show", idempotency_key: expect.any(String) as string },
    signal: expect.anything() as unknown,
  });
});

it("shows the current step with its time", async () => {
  await open({ ...NO_SHOW, state: "seated", arrived_at: "17:39", seated_at: "17:45" });
  expect(screen.getByText("来店の状況: 着席 17:45")).toBeInTheDocument();
});
