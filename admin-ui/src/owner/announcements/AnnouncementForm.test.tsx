import type { ReactElement } from "react";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext, HttpError } from "ra-core";
import type { DataProvider } from "ra-core";
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

interface Options {
  element?: ReactElement;
  is_admin?: boolean;
  dataProvider?: DataProvider;
}

async function open({ element = <OwnerNewAnnouncementPage />, is_admin = false, dataProvider }: Options = {}) {
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
    <CoreAdminContext
      i18nProvider={i18nProvider}
      queryClient={new QueryClient()}
      {...(dataProvider ? { dataProvider } : {})}
    >
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

const DRAFT = {
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

it("shows an admin the time of a scheduled draft", async () => {
  const element = <AnnouncementForm title="お知らせの編集" choices={CHOICES} announcement={DRAFT} />;
  await open({ element, is_admin: true });
  expect(await screen.findByLabelText(/配信日時/)).toHaveValue("2026-12-01T11:00");
});

it("sends the changed fields only, and shows a colleague's text next to the entered one", async () => {
  const current = { fields: { body: "秋のお知らせ" } };
  const problem = { code: "edited_meanwhile", current };
  const update = vi.fn<(resource: string, given: { data: object }) => Promise<{ data: Announcement }>>();
  update.mockRejectedValueOnce(new HttpError("変更されました", 409, problem));
  update.mockResolvedValueOnce({ data: DRAFT });
  const dataProvider = {
    getOne: () => Promise.resolve({ data: DRAFT }),
    update,
  } as unknown as DataProvider;
  const element = <AnnouncementForm title="お知らせの編集" choices={CHOICES} announcement={DRAFT} />;
  const { user } = await open({ element, dataProvider });
  const body = await screen.findByRole("textbox", { name: /本文/ });
  await user.clear(body);
  await user.type(body, "冬のお知らせ");
  const save = screen.getByRole("button", { name: "下書きを保存" });
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  const conflict = await screen.findByRole("alert", { name: /「本文」を変更しました/ });
  expect(conflict).toHaveTextContent("秋のお知らせ");
  expect(body).toHaveValue("冬のお知らせ");
  expect(save).toBeDisabled();
  expect(screen.getByText("変更されました")).toBeVisible();
  await user.click(within(conflict).getByRole("button", { name: "自分の入力を残す" }));
  expect(screen.queryByText("変更されました"), "the decision answers the message").toBeNull();
  await user.click(save);
  expect(await screen.findByText("another page")).toBeVisible();
  expect(update.mock.calls.map(([, { data }]) => data)).toEqual([
    { body: "冬のお知らせ", expected: { body: "夏のお知らせ" } },
    { body: "冬のお知らせ", expected: { body: "秋のお知らせ" } },
  ]);
});
