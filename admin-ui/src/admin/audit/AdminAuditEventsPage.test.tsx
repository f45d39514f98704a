import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminAuditEventsPage from "./AdminAuditEventsPage";

const LOG = "/admin/audit_events";
const ANONYMOUS = {
  actor_id: null,
  actor_nickname: null,
  user_uid: null,
  restaurant_slug: null,
  restaurant_name: null,
  reservation_uid: null,
};
const PAGE = { filter: { actor: "", actor_id: "", action: "", restaurant: "", date: "" }, events: [], next: null };

async function open() {
  const { reads } = await openPage(LOG, LOG, <AdminAuditEventsPage />, PAGE);
  const user = userEvent.setup();
  const ask = async (label: string, text: string) => {
    await user.type(await screen.findByLabelText(label), text);
    await user.click(screen.getByRole("button", { name: "表示する" }));
  };
  return { ask, reads };
}

it("offers the actions in the order of their texts, each text once", async () => {
  await open();
  const select = await screen.findByLabelText("操作");
  const [every, ...texts] = within(select)
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(every).toBe("すべて");
  expect(texts.length).toBeGreaterThan(100);
  expect(texts).toEqual(texts.toSorted((one, other) => one.localeCompare(other, "ja")));
  expect(new Set(texts).size).toBe(texts.length);
});

it("shows an invalid account number at its field, and sends no request", async () => {
  const fetchPage = vi.spyOn(api, "fetchPage");
  const { ask } = await open();
  await ask("操作者の番号", "abc");
  expect(screen.getByLabelText("操作者の番号")).toHaveAccessibleDescription("数字で入力してください");
  expect(screen.getByLabelText("操作者の番号")).toHaveValue("abc");
  expect(fetchPage).not.toHaveBeenCalled();
});

it("shows the server's rejection at its field, and keeps the form", async () => {
  const problem = {
    status: 422,
    code: "invalid",
    title: "Unprocessable",
    fields: { restaurant: "この店舗はありません" },
  };
  vi.spyOn(api, "fetchPage").mockRejectedValue(new api.ApiError(problem as never));
  const { ask, reads } = await open();
  await ask("店舗", "nowhere");
  const field = await screen.findByLabelText("店舗");
  await vi.waitFor(() => expect(field).toHaveAccessibleDescription("この店舗はありません"));
  expect(field).toHaveValue("nowhere");
  expect(reads(), "the page stays").toBe(1);
});

it("shows a row's detail as text, including the kind of record", async () => {
  const detail = { key: 9, master: "calendar_tags", changed: ["color"], cancellation_fee: 12_000 };
  const event = { ...ANONYMOUS, at: "2026-12-01T10:00:00+09:00", actor: "system", action: "master__saved", detail };
  await openPage(LOG, LOG, <AdminAuditEventsPage />, { ...PAGE, events: [event] });
  const words = "番号: 9, 基本データ: カレンダータグ, 変更項目: 色, キャンセル料: 12,000";
  expect(await screen.findByText(words)).toBeVisible();
});

it("shows entries from before a rename as text, and offers their action in the filter", async () => {
  const entry = { ...ANONYMOUS, at: "2026-11-01T10:00:00+09:00", actor: "command_line" };
  const events = [
    { ...entry, action: "stray_payment_given_back", detail: { amount: 12_000 } },
    { ...entry, action: "staff_role_changed", detail: { ["former_role"]: "staff" } },
  ];
  await openPage(LOG, LOG, <AdminAuditEventsPage />, { ...PAGE, events });
  expect(await screen.findByText("以前の権限: スタッフ")).toBeVisible();
  const action = "請求のない決済を返金（旧記録）";
  expect(screen.getByText(action, { ignore: "option" })).toBeVisible();
  expect(screen.getByRole("option", { name: action })).toHaveValue("stray_payment_given_back");
});
