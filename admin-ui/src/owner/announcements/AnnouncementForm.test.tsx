import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { AskProvider } from "@/console/ui";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { AnnouncementForm } from "./AnnouncementForm";
import OwnerNewAnnouncementPage from "./OwnerNewAnnouncementPage";
import type { Announcement } from "./model";

const CHOICES = { subject_types: ["notice"], groups: [], prefectures: [], premium_grades: [] };

const countOf = (_: string, path: string) =>
  Promise.resolve(path.endsWith("recipients_count") ? { data: { count: 3 } } : 3);

async function open({ element = <OwnerNewAnnouncementPage />, is_admin = false } = {}) {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "useSession").mockReturnValue({ is_admin, features: {} } as never);
  vi.spyOn(api, "send").mockImplementation(countOf as never);
  const i18nProvider = await loadTexts("ja");
  const page = {
    path: "/owners/announcements/new",
    element,
    loader: () => ({ data: { choices: CHOICES }, session: { is_admin } }),
    hydrateFallbackElement: <></>,
  };
  const initialEntries = ["/owners/announcements", "/owners/announcements/new"];
  const router = createMemoryRouter([page, { path: "*", element: <p>another page</p> }], { initialEntries });
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      <AskProvider>
        <RouterProvider router={router} />
      </AskProvider>
    </CoreAdminContext>,
  );
  return { user: userEvent.setup(), router };
}

it("Back and reload ask before an unsaved announcement is lost", async () => {
  const { user, router } = await open();
  await user.type(await screen.findByRole("textbox", { name: /本文/ }), "夏のお知らせ");
  expect(fireEvent(window, new Event("beforeunload", { cancelable: true })), "the browser asks").toBe(false);
  await router.navigate(-1);
  const question = await screen.findByRole("alertdialog", { name: "入力した内容を破棄しますか？" });
  await user.click(within(question).getByRole("button", { name: "破棄する" }));
  expect(await screen.findByText("another page")).toBeVisible();
});

it("shows an admin the time of a scheduled draft", async () => {
  const announcement = {
    id: 1,
    subject_type: "notice",
    body: "夏のお知らせ",
    customer_group_ids: [],
    prefectures: [],
    premium_grades: [],
    include_unsubscribed_customers: false,
    send_count: null,
    scheduled_at: "2026-12-01T11:00:00+09:00",
  } as Partial<Announcement> as Announcement;
  const element = <AnnouncementForm title="お知らせの編集" choices={CHOICES} announcement={announcement} />;
  await open({ element, is_admin: true });
  expect(await screen.findByLabelText(/配信日時/)).toHaveValue("2026-12-01T11:00");
});
