import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminRaffleRoundPage from "./AdminRaffleRoundPage";

const ROUND = {
  uid: "r1",
  stage: "closed",
  registerable_from: "2026-12-01 10:00:00",
  registerable_till: "2026-12-08 10:00:00",
  winners_count: 2,
  entries_limit: 7,
  questions: [],
  registrations: 1,
  winners: 0,
  beacon_round: 34567890,
  draws_at: "2026-12-08T10:01:02+09:00",
  is_due: true,
  drawn_at: null as string | null,
  prrList: [],
};
const HANAKO = {
  id: 31,
  user_uid: "u1",
  name: "山田 花子",
  phone_country: "JP",
  entries: 3,
  created_at: "2026-12-02T10:00:00+09:00",
  won_at: null,
  won_by: null,
};
const DRAW = "/admin/r/{slug}/raffle_rounds/{uid}/draw";

const DRAWN = { ...ROUND, is_due: false, drawn_at: "2026-12-08T10:02:00+09:00", winners: 1 };

const pageOf = (round = ROUND) => ({
  raffle_round: round,
  is_published: true,
  registrations: [HANAKO],
  current_page: 1,
  total_pages: 1,
});

const open = (page: object = pageOf()) =>
  openPage(
    "/admin/r/:slug/raffle_rounds/:uid",
    "/admin/r/sushi-kagura/raffle_rounds/r1",
    <AdminRaffleRoundPage />,
    page,
  );

/** Simulates the server. `write` responds to writes. */
function server(write: (path: string, call: unknown) => Promise<unknown>) {
  return vi
    .spyOn(api, "send")
    .mockImplementation((async (_: string, path: string, call: unknown) => await write(path, call)) as never);
}

const drawButton = () => screen.findByRole("button", { name: "抽選する（2名）" });

const agree = async (user: ReturnType<typeof userEvent.setup>) => {
  const question = await screen.findByRole("alertdialog", { name: "当選者2名を抽選で選びますか？" });
  expect(question).toHaveTextContent("抽選は1回だけで、取り消すことはできません。");
  await user.click(within(question).getByRole("button", { name: "抽選する" }));
};

it("draws a closed raffle after a confirmation, and reports the draw", async () => {
  const user = userEvent.setup();
  const write = vi.fn<() => Promise<unknown>>();
  write.mockResolvedValue({ status: 201, winners: 2 });
  const send = server(write);
  const page = await open();
  const button = await drawButton();
  expect(screen.getByText("受付終了", { selector: ".MuiChip-label" })).toBeVisible();

  await user.click(button);
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "キャンセル" }));
  expect(write).not.toHaveBeenCalled();

  page.answer(pageOf(DRAWN));
  await user.click(await drawButton());
  await agree(user);
  expect(await screen.findByText("抽選の結果、2名が当選しました。")).toBeVisible();
  expect(send).toHaveBeenCalledWith("POST", DRAW, { path: { slug: "sushi-kagura", uid: "r1" } });
  expect(await screen.findByText("抽選済み")).toBeVisible();
  const proof = await screen.findByRole("link", { name: "抽選の公開ページ（検証用）" });
  expect(proof).toHaveAttribute("href", "/raffle/rounds/r1");
  expect(screen.queryByRole("button", { name: "抽選する（2名）" })).toBeNull();
});

it("keeps the reason of a rejected draw next to the button, and reloads the page", async () => {
  const user = userEvent.setup();
  const message = "抽選は、受付終了後、乱数ビーコンの値が公開されてから行います。";
  server(() => Promise.reject(new api.ApiError({ status: 422, code: "raffle_not_due", message })));
  const page = await open();
  await user.click(await drawButton());
  await agree(user);
  expect((await screen.findByText(message)).closest("[role=alert]")).toBeVisible();
  await waitFor(() => expect(page.reads()).toBe(2));
  await waitFor(async () => expect(await drawButton()).toBeEnabled());
});

it.each(["planned", "open", "closed"])("cannot draw a raffle that is %s and not due", async (stage) => {
  await open(pageOf({ ...ROUND, stage, is_due: false }));
  expect(await screen.findByRole("link", { name: "抽選の公開ページ（検証用）" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "抽選する（2名）" })).toBeNull();
});

it("shows each diner's number of entries, the time of the draw and its beacon, and offers no second draw", async () => {
  await open(pageOf(DRAWN));
  expect(await screen.findByText("2026年12月08日 10:02")).toBeVisible();
  expect(screen.getByText("34567890")).toBeVisible();
  expect(await screen.findByText("応募3口")).toBeVisible();
  expect(screen.getByText("抽選済み", { selector: ".MuiChip-label" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "抽選する（2名）" })).toBeNull();
});

it("can draw without a public page, as for a hidden restaurant, and links to none then", async () => {
  await open({ ...pageOf(), is_published: false });
  expect(await drawButton()).toBeEnabled();
  expect(screen.queryByRole("link", { name: "抽選の公開ページ（検証用）" })).toBeNull();
});

// F200
it.each([
  ["メールを送って当選にする", true],
  ["メールを送らずに当選にする", false],
])("%s: the call specifies whether a mail is sent", async (button, send_email_to_winner) => {
  const user = userEvent.setup();
  const write = vi.fn<(path: string, call: unknown) => Promise<unknown>>();
  write.mockResolvedValue({ message: "当選にしました。" });
  server(write);
  const page = await open(pageOf(DRAWN));
  await user.click(await screen.findByRole("button", { name: "山田 花子様を当選にする" }));
  const modal = screen.getByRole("dialog", { name: "山田 花子様を当選にしますか？" });
  expect(modal).toHaveTextContent("取り消すことはできません。");
  expect(modal).not.toHaveTextContent("受付はまだ終わっていません。");
  expect(modal).not.toHaveTextContent("抽選で選ばれる人数は減りません。");
  page.answer({ ...pageOf(), registrations: [{ ...HANAKO, won_at: "2026-12-09T10:00:00+09:00", won_by: "admin" }] });
  await user.click(within(modal).getByRole("button", { name: button }));
  expect(write).toHaveBeenCalledExactlyOnceWith("/admin/api/raffle_round_registrations", {
    body: { raffle_round_registration_id: 31, send_email_to_winner },
  });
  expect(await screen.findByText("運営による当選")).toBeVisible();
  expect(screen.getByText("当選にしました。")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("reloads the page after a rejected winner, too", async () => {
  const user = userEvent.setup();
  const refused = new api.ApiError({ status: 404, message: "見つかりません。" });
  server(() => Promise.reject(refused));
  const page = await open(pageOf({ ...ROUND, stage: "open", is_due: false }));
  await user.click(await screen.findByRole("button", { name: "山田 花子様を当選にする" }));
  const modal = screen.getByRole("dialog");
  expect(modal).toHaveTextContent("受付はまだ終わっていません。");
  expect(modal).toHaveTextContent("抽選の当選者2名とは別に加わります。抽選で選ばれる人数は減りません。");
  await user.click(within(modal).getByRole("button", { name: "メールを送って当選にする" }));
  expect(await screen.findByText("見つかりません。")).toBeVisible();
  await waitFor(() => expect(page.reads()).toBe(2));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
