import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import * as navigation from "@/owner/navigation";
import { NoShowFee } from "./NoShowFee";

const OFFERED: Schemas["NoShowFeeInfo"] = {
  amount: 39_600,
  status: null,
  is_owed: false,
  request_until: "2026-12-11T18:00:00+09:00",
  charge_due_at: null,
  waiver_reason: null,
};
const REQUESTED: Schemas["NoShowFeeInfo"] = {
  ...OFFERED,
  status: "requested",
  request_until: null,
  charge_due_at: "2026-12-09T06:31:00+09:00",
};
const send = vi.fn<(...call: unknown[]) => Promise<unknown>>(() => Promise.resolve({ message: "ok" }));
const onDone = vi.fn<() => void>();

async function open(fee: Schemas["NoShowFeeInfo"]): Promise<void> {
  vi.spyOn(api, "send").mockImplementation(send as never);
  vi.spyOn(api, "useShell").mockReturnValue({ session: { role: "owner" } } as never);
  const page = { locale: "ja", session: { restaurant: { time_zone: "Asia/Tokyo" } } };
  vi.spyOn(navigation, "usePage").mockReturnValue(page as never);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <NoShowFee uid="r1" fee={fee} onDone={onDone} />
    </CoreAdminContext>,
  );
}

beforeEach(() => {
  vi.restoreAllMocks();
  send.mockClear();
  onDone.mockClear();
});

it.each([
  ["requests an offered fee", OFFERED, "POST", /39,600.*を請求$/],
  ["withdraws a requested fee", REQUESTED, "DELETE", /請求を取り消す/],
] as const)("%s with one press", async (_, fee, method, name) => {
  await open(fee);
  fireEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledExactlyOnceWith(method, "/owners/api/reservations/{uid}/no_show_fee", {
    path: { uid: "r1" },
  });
});

it("offers nothing for a charged or refused fee, and shows the operator's reason", async () => {
  await open({ ...REQUESTED, status: "waived", waiver_reason: "来店していた" });
  expect(screen.getByRole("alert")).toHaveTextContent("来店していた");
  expect(screen.queryByRole("button")).toBeNull();
});

it("shows a charged fee that is not paid as owed", async () => {
  await open({ ...REQUESTED, status: "charged", is_owed: true });
  expect(screen.getByRole("alert")).toHaveTextContent("お支払いが済んでいません");
  expect(screen.queryByRole("button")).toBeNull();
});

it("shows an error after a conflict, and reads the reservation again", async () => {
  send.mockRejectedValueOnce(new api.ApiError({ status: 409, message: "請求済みです。" }));
  await open(OFFERED);
  fireEvent.click(screen.getByRole("button", { name: /請求/ }));
  expect(await screen.findByText("請求済みです。")).toBeVisible();
  expect(onDone).toHaveBeenCalledOnce();
});
