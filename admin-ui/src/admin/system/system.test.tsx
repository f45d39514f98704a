import { QueryClient } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { loadTexts } from "@/admin/i18n/load-texts";
import { AskProvider } from "@/console/ui";
import AdminHealthPage from "./AdminHealthPage";

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
const CHECKS = [
  { subject: "database", level: "good", count: 40, most: 400, oldest_seconds: null, due_at: null },
  { subject: "dead_letters", level: "watch", count: 2, most: null, oldest_seconds: null, due_at: null },
  { subject: "mails", level: "bad", count: 3, most: null, oldest_seconds: 1_800, due_at: null },
];
const SCHEDULE = {
  name: "prune",
  expression: "0 30 4 * * *",
  time_zone: "Asia/Tokyo",
  is_enabled: true,
  next_tick: "2026-12-01T19:30:00Z",
  ran_at: "2026-11-30T19:30:00Z",
  ran_millis: 120,
  ran_done: 7,
  ran_error: null,
};
const HEALTH = {
  level: "bad",
  now: "2026-12-01T01:00:00Z",
  checks: CHECKS,
  sweeps: [{ name: "holds", level: "good", due: 0, oldest_seconds: null }],
  queues: [QUEUE],
  schedules: [SCHEDULE],
  versions: { seki: "0.1.0", postgresql: "18.4", migrations: 12 },
};
async function open(path: string, element: React.ReactElement, data: object): Promise<void> {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const i18nProvider = await loadTexts("ja");
  const route = { path, element, loader: () => ({ data }), hydrateFallbackElement: <></> };
  const router = createMemoryRouter([route], { initialEntries: [path] });
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      <AskProvider>
        <RouterProvider router={router} />
      </AskProvider>
    </CoreAdminContext>,
  );
  await screen.findByRole("heading", { level: 1 });
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("summarises the problems in one line, and shows each check's level as text next to its colour", async () => {
  await open("/admin/health", <AdminHealthPage />, { health: HEALTH });
  expect(screen.getByRole("status")).toHaveTextContent("すぐに対応が必要です： 失敗したジョブ、送信待ちのメール");
  const tiles = within(screen.getByRole("list", { name: "確認項目" })).getAllByRole("listitem");
  expect(tiles.map((tile) => tile.textContent)).toEqual([
    "データベース正常接続 40 / 400",
    "失敗したジョブ注意2件",
    "送信待ちのメール異常3件、最も古いもので30分",
  ]);
  expect(
    screen.getByRole("row", { name: /prune.*2026年12月02日 04:30:00.*2026年12月01日 04:30:00.*120ミリ秒.*7件/ }),
  ).toBeInTheDocument();
});

it.each(["schema", "schedules", "dead_letters", "disputes", "mails"])(
  "says that %s has no problem",
  async (subject) => {
    const check = { subject, level: "good", count: 0, most: null, oldest_seconds: null, due_at: null };
    await open("/admin/health", <AdminHealthPage />, { health: { ...HEALTH, level: "good", checks: [check] } });
    expect(within(screen.getByRole("list", { name: "確認項目" })).getByRole("listitem")).toHaveTextContent(
      /正常問題なし$/,
    );
  },
);

const rowOf = (name: RegExp) => screen.getByRole("row", { name });

it("marks a disabled schedule, and shows the results of the others translated or quoted", async () => {
  const schedules = [
    { ...SCHEDULE, is_enabled: false },
    { ...SCHEDULE, name: "verify", ran_error: "3 rows violate an invariant: seki verify shows them" },
    { ...SCHEDULE, name: "ledger", ran_error: "connection reset" },
  ];
  await open("/admin/health", <AdminHealthPage />, { health: { ...HEALTH, schedules } });
  expect(within(rowOf(/prune/)).getByText("停止中").closest(".MuiChip-colorWarning")).toBeVisible();
  expect(rowOf(/verify/)).toHaveTextContent("3行のデータに矛盾があります");
  expect(within(rowOf(/ledger/)).getByText("connection reset")).toHaveAttribute("lang", "en");
});

it("reloads every ten seconds, and keeps the last state with its age while the server is down", async () => {
  const fetchPage = vi.spyOn(api, "fetchPage");
  fetchPage.mockResolvedValueOnce({ page: { data: { health: { ...HEALTH, level: "good", checks: [] } } } } as never);
  fetchPage.mockRejectedValue(new api.NetworkError());
  await open("/admin/health", <AdminHealthPage />, { health: HEALTH });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(fetchPage).toHaveBeenCalledWith("/admin/health");
  expect(screen.getByRole("status")).toHaveTextContent("すべて正常です。");
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  expect(screen.getByRole("alert")).toHaveTextContent(/サーバーから応答がありません。1\d秒前の状態です。/);
  expect(screen.getByRole("status")).toHaveTextContent("すべて正常です。");
});
