import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminJobsPage from "./AdminJobsPage";
import { deadLetterProvider } from "./dead-letter-provider";

const QUEUE = {
  queue: "mail",
  due: 2,
  scheduled: 1,
  running: 0,
  done_last_hour: 40,
  dead: 2,
  oldest_due_seconds: 75,
  workers: 2,
};
const JOB = {
  id: "01DEAD",
  queue: "mail",
  attempts: 12,
  max_attempts: 12,
  run_at: "2026-12-01T00:00:00Z",
  done_at: "2026-12-01T00:10:00Z",
  about: '{"mail_delivery_id":1}',
  subject_kind: "two_factor_code",
  user_uid: "hanako",
  reservation_uid: null,
  restaurant_slug: null,
  restaurant_name: null,
  raffle_round_uid: null,
  last_error: "550 <…> is unknown",
};
const OTHER = {
  ...JOB,
  id: "02DEAD",
  subject_kind: null,
  user_uid: null,
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
};
const FAILING = { ...JOB, id: "03FAILING", state: "failing", attempts: 2, done_at: null };

async function open(address = "/admin/jobs", queues = [QUEUE], jobs: object[] = [FAILING]) {
  const asked = serveRows({ dead_letters: [JOB, OTHER], jobs });
  const send = vi.spyOn(api, "send").mockResolvedValue({ status: 200, message: "済み", count: 1 } as never);
  const page = { queues, first: null };
  const { reads } = await openPage("/admin/jobs", address, <AdminJobsPage />, page, {}, deadLetterProvider);
  await screen.findByRole("heading", { level: 1 });
  return { asked, send, reads };
}

it("groups the numbers of a queue's jobs by thousands", async () => {
  await open("/admin/jobs", [{ ...QUEUE, due: 12_345, done_last_hour: 1_000_000 }]);
  expect(screen.getByRole("row", { name: /12,345.*1,000,000/ })).toBeVisible();
});

it("lists dead letters, latest first, with the accounts that they concern", async () => {
  const { asked } = await open();
  expect(await screen.findByText("認証コード")).toBeVisible();
  expect(screen.getByRole("link", { name: "お客様" })).toHaveAttribute("href", "/admin/users/hanako");
  expect(screen.getByRole("link", { name: "鮨かぐら" })).toHaveAttribute("href", "/admin/restaurants/sushi-kagura");
  expect(screen.getByRole("row", { name: /01DEAD/ })).toHaveTextContent(/12\/12.*2026年12月01日 09:10:00/);
  expect(asked("dead_letters")).toEqual([{ filter: {}, sort: ["done_at", "DESC"] }]);
  expect(asked("jobs")).toEqual([]);
});

it("reloads the queues without the first rows, which the list reloads", async () => {
  const fetchPage = vi.spyOn(api, "fetchPage");
  fetchPage.mockResolvedValue({ page: { data: { queues: [{ ...QUEUE, due: 12_345 }], first: null } } } as never);
  await open();
  fireEvent.click(screen.getByRole("button", { name: "更新" }));
  expect(await screen.findByText("12,345")).toBeVisible();
  expect(fetchPage).toHaveBeenCalledExactlyOnceWith("/admin/jobs?filter={}");
});

it("retries a dead job, and drops one only after a confirmation", async () => {
  const { send, asked, reads } = await open();
  fireEvent.click(await screen.findByRole("button", { name: "01DEADを再実行" }));
  await waitFor(() =>
    expect(send).toHaveBeenLastCalledWith("POST", "/admin/api/jobs/{id}/retry", { path: { id: "01DEAD" } }),
  );
  await waitFor(() => expect(asked("dead_letters")).toHaveLength(2));
  await waitFor(() => expect(reads()).toBeGreaterThan(1));
  fireEvent.click(await screen.findByRole("button", { name: "01DEADを破棄" }));
  const question = await screen.findByRole("alertdialog", { name: "メールのジョブを破棄しますか？" });
  fireEvent.click(within(question).getByRole("button", { name: "キャンセル" }));
  expect(send).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "01DEADを破棄" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "破棄" }));
  await waitFor(() =>
    expect(send).toHaveBeenLastCalledWith("DELETE", "/admin/api/jobs/{id}", { path: { id: "01DEAD" } }),
  );
});

it("retries all dead letters of the shown queue after a confirmation", async () => {
  const { send } = await open("/admin/jobs?state=dead&queue=mail");
  fireEvent.click(await screen.findByRole("button", { name: "失敗した2件をすべて再実行" }));
  const all = { name: "メールの失敗したジョブ2件を再実行しますか？" };
  fireEvent.click(within(await screen.findByRole("alertdialog", all)).getByRole("button", { name: "再実行" }));
  await waitFor(() =>
    expect(send).toHaveBeenLastCalledWith("POST", "/admin/api/jobs/retry", { body: { queue: "mail" } }),
  );
});

async function select(count: number) {
  const boxes = await screen.findAllByLabelText("この行を選択", { selector: "input" });
  for (const box of boxes.slice(0, count)) fireEvent.click(box);
}

it("retries the selected dead letters", async () => {
  const { send } = await open();
  await select(2);
  fireEvent.click(screen.getByText("まとめて再実行"));
  expect(await screen.findByText("2件をもう一度実行します。")).toBeVisible();
  expect(send.mock.calls.map(([, , call]) => call)).toEqual([{ path: { id: "01DEAD" } }, { path: { id: "02DEAD" } }]);
});

it("discards the selected dead letters only after a confirmation", async () => {
  const { send } = await open();
  await select(1);
  fireEvent.click(screen.getByText("まとめて破棄"));
  const question = await screen.findByRole("alertdialog", { name: "選択した1件のジョブを破棄しますか？" });
  expect(send).not.toHaveBeenCalled();
  fireEvent.click(within(question).getByRole("button", { name: "破棄" }));
  expect(await screen.findByText("1件を破棄しました。")).toBeVisible();
  expect(send).toHaveBeenLastCalledWith("DELETE", "/admin/api/jobs/{id}", { path: { id: "01DEAD" } });
});

it("lists jobs of another state, which cannot be selected or discarded", async () => {
  const { asked } = await open();
  fireEvent.click(screen.getByRole("tab", { name: "再試行待ち" }));
  expect(await screen.findByText("03FAILING")).toBeVisible();
  expect(asked("jobs")).toEqual([{ filter: { state: "failing" }, sort: ["run_at", "ASC"] }]);
  expect(screen.getByRole("button", { name: "03FAILINGを再実行" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /破棄/ })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("lists done jobs by their end, latest first, with the event and the booking of a card job", async () => {
  const booked = {
    reservation_uid: "r8",
    subject_kind: "payment_intent.succeeded",
    about: '{"provider_event_id":857}',
  };
  const done = { ...FAILING, ...booked, id: "04DONE", state: "done", done_at: "2026-12-01T00:10:00Z" };
  const { asked } = await open("/admin/jobs", [QUEUE], [done]);
  fireEvent.click(screen.getByRole("tab", { name: "完了" }));
  expect(await screen.findByText("決済会社の通知（payment_intent.succeeded）")).toBeVisible();
  expect(screen.getByRole("link", { name: "予約" })).toHaveAttribute("href", "/admin/reservations/r8");
  expect(asked("jobs")).toEqual([{ filter: { state: "done" }, sort: ["done_at", "DESC"] }]);
  fireEvent.click(screen.getByRole("button", { name: /^日時/ }));
  await waitFor(() => expect(asked("jobs").at(-1)?.sort).toEqual(["done_at", "ASC"]));
});

it("loads the jobs of a state again when it is shown again", async () => {
  const { asked } = await open();
  fireEvent.click(screen.getByRole("tab", { name: "再試行待ち" }));
  expect(await screen.findByText("03FAILING")).toBeVisible();
  fireEvent.click(screen.getByRole("tab", { name: "失敗" }));
  expect(await screen.findByText("01DEAD")).toBeVisible();
  fireEvent.click(screen.getByRole("tab", { name: "再試行待ち" }));
  expect(await screen.findByText("03FAILING")).toBeVisible();
  await waitFor(() => expect(asked("jobs")).toHaveLength(2));
  expect(asked("dead_letters")).toHaveLength(2);
});
