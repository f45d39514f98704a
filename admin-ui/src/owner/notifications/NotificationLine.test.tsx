import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { NotificationLine } from "./NotificationLine";

it("names a declined invitation, and opens its seats on the web with one press", async () => {
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { time_zone: "Asia/Tokyo" } } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const sent = vi.spyOn(api, "send").mockResolvedValue({ message: "" } as never);
  const onChanged = vi.fn<() => void>();
  const notification = {
    id: 1,
    title: "待田 健",
    date: "2026-12-08",
    uid: "r1",
    reason: "ivr_close",
    has_special_request: false,
    notification_sent_at: "2026-12-01T10:00:00+09:00",
    is_confirmed: true,
    is_accepted: false,
    invitation_end: "declined" as const,
    may_open_web_seats: true,
  };
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <MemoryRouter>
        <NotificationLine notification={notification} onChanged={onChanged} />
      </MemoryRouter>
    </CoreAdminContext>,
  );
  expect(screen.getByText("招待が辞退されました")).toBeVisible();
  expect(screen.getByText("席はWebに再公開されていません。")).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Webに再公開する" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(sent).toHaveBeenCalledWith("POST", "/owners/api/invited_reservations/{uid}/web_seats", {
    path: { uid: "r1" },
  });
});
