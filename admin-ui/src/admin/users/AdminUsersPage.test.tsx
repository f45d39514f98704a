import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminUsersPage from "./AdminUsersPage";

const HANAKO = {
  id: 3,
  uid: "u3",
  name: "山田 花子",
  kana: "ヤマダ ハナコ",
  email: "hanako@seki.test",
  email_confirmed_at: "2026-11-01T10:00:00+09:00",
  phone_e164: "+819012345678",
  phone_confirmed_at: null,
  prefecture: "東京都",
  locale: "ja",
  provider: null,
  premium_grade: null,
  is_agent: false,
  is_gold_invited: false,
  is_ohc_invited: false,
  is_locked: true,
  created_at: "2026-10-01T10:00:00+09:00",
  deleted_at: null,
};
const PATH = "/admin/users";
const PAGE = { first: { rows: [HANAKO], total: 1 } };

async function open(address = PATH, flags?: object) {
  const asked = serveRows({ users: [HANAKO] });
  const page = address === PATH ? PAGE : { ...PAGE, first: null };
  await openPage(PATH, address, <AdminUsersPage />, page, flags, {}, true);
  return () => asked("users");
}

it("shows the newest accounts of the page's data, with lock and unconfirmed number", async () => {
  const asked = await open();
  const row = await screen.findByRole("row", { name: /山田 花子/ });
  expect(row).toHaveTextContent(/ロック中ヤマダ ハナコ090-1234-5678 \(未確認\)hanako@seki.test/);
  expect(screen.getByRole("link", { name: "山田 花子" })).toHaveAttribute("href", "/admin/users/u3");
  expect(asked()).toEqual([]);
});

it("reads the search of a link, and searches by what is typed", async () => {
  const asked = await open(`${PATH}?q=hanako%40`);
  const field = await screen.findByRole("searchbox", { name: "電話番号・メールアドレス・お名前" });
  expect(field).toHaveValue("hanako@");
  await waitFor(() => expect(asked().at(-1)?.filter).toEqual({ q: "hanako@" }));
  fireEvent.change(field, { target: { value: "山田" } });
  await waitFor(() => expect(asked().at(-1)?.filter).toEqual({ q: "山田" }));
});

it.each([
  [{ privacy_export: true }, 1],
  [{ privacy_export: false }, 0],
])("offers the file with the permission %j", async (flags, count) => {
  await open(PATH, flags);
  await screen.findByRole("row", { name: /山田 花子/ });
  await waitFor(() => expect(screen.queryAllByRole("link", { name: "書き出し" })).toHaveLength(count));
});
