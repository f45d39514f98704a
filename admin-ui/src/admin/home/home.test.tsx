import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminHomePage from "./AdminHomePage";
import type { DayRestaurant, Task, TaskRecord } from "./model";

const RECORD: TaskRecord = {
  name: "鮨かぐら",
  restaurant_slug: null,
  raffle_round_uid: null,
  reservation_uid: null,
  reservation_code: null,
  amount: null,
  since: null,
  missing: [],
  is_own: false,
};

function task(subject: Task["subject"], more: Partial<Task> = {}): Task {
  return { subject, level: "watch", count: 1, oldest_seconds: null, due_at: null, records: [], checks: [], ...more };
}

const totals = (parties: number, courseTotal = 0) => ({
  parties,
  guests: parties * 2,
  course_total: courseTotal,
  no_shows: 0,
  cancellations: 1,
});

function restaurant(slug: string, name: string, parties: number, before: number): DayRestaurant {
  return { slug, restaurant_name: name, day: totals(parties, parties * 10_000), before: totals(before) };
}

const FIGURES = {
  date: "2026-12-01",
  compared_with: "2026-11-24",
  today: "2026-12-01",
  order: "parties",
  q: "",
  total: { day: totals(1_234, 500_000), before: totals(1_240, 480_000) },
  restaurants: [restaurant("kagura", "鮨かぐら", 12, 9), restaurant("hanaikada", "懐石はないかだ", 4, 8)],
  count: 2,
  is_behind: false,
};

async function open(tasks: Task[], figures: object = {}, address = "/admin/home", flags?: object): Promise<void> {
  const data = { level: "good", tasks, figures: { ...FIGURES, ...figures } };
  await openPage("/admin/home", address, <AdminHomePage />, data, flags);
  await screen.findByRole("heading", { level: 1, name: "ホーム" });
}

const cardOf = (name: string) => within(screen.getByRole("heading", { level: 3, name }).closest("li")!);

afterEach(() => {
  vi.restoreAllMocks();
});

it("names each task with its number, age or deadline, and a link to its list", async () => {
  await open([
    task("disputes", { level: "bad", count: 3, due_at: "2026-12-03T03:00:00Z" }),
    task("dead_letters", { count: 12_000, oldest_seconds: 7_300 }),
    task("system", { count: 2, checks: ["workers", "mails"] }),
  ]);
  const list = screen.getByRole("list", { name: "対応が必要なこと" });
  expect(
    within(list)
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(["回答待ちの異議申し立て", "失敗したジョブ", "稼働状況の異常・注意"]);
  const disputes = cardOf("回答待ちの異議申し立て");
  expect(disputes.getByText("異常")).toBeVisible();
  expect(disputes.getByText("3件")).toBeVisible();
  expect(disputes.getByText("最も早い期限：2026年12月03日 12:00")).toBeVisible();
  expect(disputes.getByRole("link", { name: "異議申し立てを開く" })).toHaveAttribute(
    "href",
    "/admin/disputes?filter=%7B%22is_open%22%3A%22true%22%2C%22is_waiting%22%3A%22true%22%7D",
  );
  const dead = cardOf("失敗したジョブ");
  expect(dead.getByText("12,000件")).toBeVisible();
  expect(dead.getByText("最も古いもの：2時間前")).toBeVisible();
  expect(dead.getByRole("link")).toHaveAttribute("href", "/admin/jobs");
  expect(cardOf("稼働状況の異常・注意").getByText("ワーカー・送信待ちのメール")).toBeVisible();
});

it("names the records of a task, with the missing steps, and the number of the others", async () => {
  await open([
    task("unbookable_restaurants", {
      count: 14,
      records: [{ ...RECORD, restaurant_slug: "kagura", missing: ["slots", "owner"] }],
    }),
    task("unpaid_fees", {
      records: [
        {
          ...RECORD,
          reservation_uid: "u1",
          reservation_code: "ABCD2345",
          amount: 5_000,
          since: "2026-11-30T01:00:00Z",
        },
      ],
    }),
    task("raffle_draws", { records: [{ ...RECORD, restaurant_slug: "kagura", raffle_round_uid: "r1" }] }),
    task("unprotected_admins", {
      count: 2,
      records: [
        { ...RECORD, name: "管理", is_own: true },
        { ...RECORD, name: "返金係" },
      ],
    }),
  ]);
  const unbookable = cardOf("予約を受け付けられない店舗");
  expect(unbookable.getByRole("link", { name: "鮨かぐら" })).toHaveAttribute("href", "/admin/restaurants/kagura");
  expect(unbookable.getByText("未完了：Web予約枠・オーナー")).toBeVisible();
  expect(unbookable.getByText("ほか13件")).toBeVisible();
  const fee = cardOf("支払われていない料金");
  expect(fee.getByRole("link", { name: "ABCD2345（鮨かぐら）" })).toHaveAttribute("href", "/admin/reservations/u1");
  expect(fee.getByText("5,000円 2026年11月30日 10:00から")).toBeVisible();
  const draws = cardOf("期限を過ぎた抽選").getAllByRole("link");
  expect(draws.at(-1)).toHaveAccessibleName("期限を過ぎた抽選を開く");
  expect(draws.map((link) => link.getAttribute("href"))).toEqual([
    "/admin/r/kagura/raffle_rounds/r1",
    "/admin/raffle_rounds?filter=%7B%22is_draw_due%22%3A%22true%22%7D",
  ]);
  const admins = cardOf("2段階認証のない運営アカウント");
  expect(admins.getByText(/管理（ご自身）/)).toBeVisible();
  expect(admins.getByText("返金係")).toBeVisible();
  expect(admins.getByRole("link", { name: "2段階認証を設定する" })).toHaveAttribute("href", "/admin/security_settings");
});

it.each([
  {
    flags: { refunds: true },
    name: "確定が遅れている決済を開く",
    href: "/admin/charges?filter=%7B%22needs_settlement%22%3A%22true%22%7D",
  },
  { flags: {}, name: "決済のジョブを開く", href: "/admin/jobs?queue=payment&state=failing" },
])("leads from unsettled payments to $name with the flags $flags", async ({ flags, name, href }) => {
  await open([task("payments")], {}, "/admin/home", flags);
  expect(cardOf("未確定の決済").getByRole("link", { name })).toHaveAttribute("href", href);
});

it("shows three records of a task, and the others on request", async () => {
  const records = ["a", "b", "c", "d", "e"].map((slug) => ({ ...RECORD, name: slug, restaurant_slug: slug }));
  await open([task("unbookable_restaurants", { count: 8, records })]);
  const card = cardOf("予約を受け付けられない店舗");
  const details = card.getByText("さらに2件を表示").closest("details")!;
  expect(card.getAllByRole("link", { hidden: true }).filter((link) => !details.contains(link))).toHaveLength(3);
  expect(details.querySelectorAll("a")).toHaveLength(2);
  expect(within(details).getByText("ほか3件")).toBeInTheDocument();
});

it("says that nothing needs action", async () => {
  await open([]);
  expect(screen.getByText("対応が必要なことはありません。")).toBeVisible();
  expect(screen.getByRole("link", { name: "稼働状況を見る" })).toHaveAttribute("href", "/admin/health");
});

it("shows the totals with their changes, and a table with both days", async () => {
  await open([]);
  const all = screen.getByLabelText("すべての店舗の合計");
  expect(all).toHaveTextContent("予約1,234前週 1,240（−6）");
  expect(all).toHaveTextContent("コース料金500,000円前週 480,000円（+20,000円）");
  expect(all).toHaveTextContent("無断キャンセル0前週 0（±0）");
  const table = within(screen.getByRole("table", { name: "店舗ごとの数字" }));
  const row = table.getByRole("row", { name: /鮨かぐら/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual(["鮨かぐら", "12前週 9", "24前週 18", "120,000円前週 0円", "0", "1前週 1"]);
  expect(within(row).getByRole("link")).toHaveAttribute("href", "/admin/restaurants/kagura");
});

it("draws two bars for each restaurant, which a screen reader names", async () => {
  await open([]);
  const chart = screen.getByRole("img", {
    name: "予約のグラフ。最大は鮨かぐらの12です。数値は下の表にあります。",
  });
  expect([...chart.querySelectorAll("title")].map(({ textContent }) => textContent)).toEqual([
    "鮨かぐら：12（前週 9）",
    "懐石はないかだ：4（前週 8）",
  ]);
  expect([...chart.querySelectorAll("rect")].map((bar) => bar.getAttribute("width"))).toEqual([
    "100",
    "75",
    "33.3",
    "66.7",
  ]);
});

it("says how many of the restaurants are shown", async () => {
  await open([], { count: 5_000 });
  expect(screen.getByText(/5,000店舗のうち2店舗を表示しています。/)).toBeVisible();
});

it("has a text for a day without figures", async () => {
  await open([], { restaurants: [], count: 0 });
  expect(screen.getByText("この日の数字がある店舗はありません。")).toBeVisible();
  expect(screen.queryByRole("img")).toBeNull();
});

it("has a text for a search without a match", async () => {
  await open([], { restaurants: [], count: 0, q: "どこにもない" });
  expect(screen.getByText("条件に合う店舗はありません。")).toBeVisible();
});

it("chooses another day, order and search by the address, and shows a rejected field", async () => {
  const user = userEvent.setup();
  const problem = { status: 422, message: "", fields: { date: "日付が正しくありません。" } };
  const fetchPage = vi.spyOn(api, "fetchPage").mockRejectedValueOnce(new api.ApiError(problem as never));
  fetchPage.mockResolvedValue({ page: { data: {} }, redirectedTo: null } as never);
  await open([]);
  expect(screen.getByRole("link", { name: "前の日" })).toHaveAttribute("href", "/admin/home?date=2026-11-30");
  expect(screen.getByRole("link", { name: "次の日" })).toHaveAttribute("href", "/admin/home?date=2026-12-02");
  expect(screen.queryByRole("link", { name: "今日" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("並び順"), "予約が前週より減った順");
  await user.type(screen.getByLabelText("店舗名・スラッグ・ID"), "鮨");
  await user.click(screen.getByRole("button", { name: "表示する" }));
  expect(fetchPage).toHaveBeenLastCalledWith("/admin/home?date=2026-12-01&order=decrease&q=%E9%AE%A8");
  expect(await screen.findByText("日付が正しくありません。")).toBeVisible();
});
