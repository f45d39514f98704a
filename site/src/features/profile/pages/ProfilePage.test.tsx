import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/api";
import { aSession } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/profile";
const dislikes = () => screen.getByRole("textbox", { name: "苦手な食材" });

it("keeps typed preferences until they are saved, for their own account only", async () => {
  const user = userEvent.setup();
  const answers = { "PATCH /users/profile": [{ status: 200, body: { message: "保存しました。" } }] };
  await renderSite(ADDRESS);
  await user.click(screen.getByRole("checkbox", { name: /アレルギー/ }));
  await user.type(screen.getByRole("textbox", { name: /アレルギー/ }), "えび");
  await user.type(dislikes(), "、セロリ");
  cleanup();
  await renderSite(ADDRESS, { visitor: "emma" });
  expect(dislikes()).toHaveValue("パクチー");
  cleanup();
  await renderSite(ADDRESS, { answers });
  expect(screen.getByRole("textbox", { name: /アレルギー/ })).toHaveValue("えび");
  expect(dislikes()).toHaveValue("パクチー、セロリ");
  await user.click(screen.getByRole("button", { name: "保存する" }));
  expect(await screen.findByText("保存しました。")).toBeVisible();
  expect(Object.keys(window.sessionStorage)).toEqual([]);
});

it("shows the length limit of an allergy, truncates nothing, and sends no longer text", async () => {
  const user = userEvent.setup();
  const { calls } = await renderSite(ADDRESS);
  await user.click(screen.getByRole("checkbox", { name: /アレルギー/ }));
  const allergy = screen.getByRole("textbox", { name: /アレルギー/ });
  expect(allergy).toHaveAccessibleDescription("500文字まで");
  await user.click(allergy);
  await user.paste("え".repeat(501));
  expect(allergy).toHaveValue("え".repeat(501));
  expect(screen.getByText("500文字以内で入力してください。")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "保存する" }));
  await vi.waitFor(() => expect(allergy).toHaveFocus());
  expect(calls.filter(({ method }) => method === "PATCH")).toEqual([]);
});

it.each([
  ["09012345678", "090-1234-5678"],
  ["0120123456", "0120-123-456"],
])("shows the phone number %s in groups", async (phone_display, shown) => {
  await renderSite(ADDRESS, { pages: { profile: { phone_display } } });
  expect(screen.getByText(shown)).toBeVisible();
});

const GOLD_PROFILE = { omakase_recommendation: "", birthplace: "京都府", birth_date: null, industry_type: "" };

it("has the gold profile for gold members only, and sends all its fields", async () => {
  const user = userEvent.setup();
  await renderSite(ADDRESS);
  expect(screen.queryByRole("heading", { name: "ゴールド会員のプロフィール" })).toBeNull();
  cleanup();
  const call = "PATCH /users/profile/gold_user_profile";
  const refused = { fields: { birth_date: "日付の形式が正しくありません。" }, message: "入力内容をご確認ください。" };
  const { calls } = await renderSite(ADDRESS, {
    pages: { profile: { gold_user_profile: GOLD_PROFILE, may_edit_gold_profile: true } },
    answers: {
      [call]: [
        { status: 422, body: refused },
        { status: 200, body: { message: "設定を更新しました。" } },
      ],
    },
  });
  expect(screen.getByRole("heading", { name: "ゴールド会員のプロフィール" })).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: "業種" }), "出版");
  await user.type(screen.getByLabelText("生年月日"), "1980-04-01");
  await user.click(screen.getByRole("button", { name: "プロフィールを保存する" }));
  expect(await screen.findByText("日付の形式が正しくありません。")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "プロフィールを保存する" }));
  expect(await screen.findByText("設定を更新しました。")).toBeVisible();
  const sent = calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  const whole = { ...GOLD_PROFILE, birth_date: "1980-04-01", industry_type: "出版" };
  expect(sent).toEqual([{ gold_user_profile: whole }, { gold_user_profile: whole }]);
});

it("sends no gold profile with a text that is too long", async () => {
  const user = userEvent.setup();
  const { calls } = await renderSite(ADDRESS, {
    pages: { profile: { gold_user_profile: GOLD_PROFILE, may_edit_gold_profile: true } },
  });
  const industry = screen.getByRole("textbox", { name: "業種" });
  await user.click(industry);
  await user.paste("業".repeat(101));
  expect(screen.getByText("100文字以内で入力してください。")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "プロフィールを保存する" }));
  await vi.waitFor(() => expect(industry).toHaveFocus());
  expect(calls.filter(({ method }) => method === "PATCH")).toEqual([]);
});

it.each([
  ["ja", "プロフィールを削除する", "業種"],
  ["en", "Delete profile", "Industry"],
] as const)("(%s) deletes the profile of an ended gold membership", async (locale, button, industry) => {
  const user = userEvent.setup();
  const stored = { ...GOLD_PROFILE, birth_date: "1980-04-01" };
  const { calls, world } = await renderSite(ADDRESS, {
    locale,
    pages: { profile: { gold_user_profile: stored, may_edit_gold_profile: false } },
    answers: { "PATCH /users/profile/gold_user_profile": [{ status: 200, body: { message: "設定を更新しました。" } }] },
  });
  expect(screen.getByText("1980-04-01")).toBeVisible();
  expect(screen.queryByRole("textbox", { name: industry })).toBeNull();
  world.pages = {};
  await user.click(screen.getByRole("button", { name: button }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: button })).toBeNull());
  const blank = { omakase_recommendation: "", birthplace: "", birth_date: "", industry_type: "" };
  expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ gold_user_profile: blank });
});

it("says who changes the name, and links to the plan", async () => {
  const session = aSession();
  const menu = [...session.menu, { key: "premium" as const, to: "/users/premium" }];
  vi.spyOn(api, "useSession").mockReturnValue({ ...session, menu });
  await renderSite(ADDRESS);
  const hint = screen.getByText(/お名前・フリガナ・都道府県の変更は/);
  expect(within(hint).getByRole("link", { name: "お問い合わせ" })).toHaveAttribute("href", "/legal/contact");
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "プレミアム会員" })).toHaveAttribute("href", "/users/premium");
  vi.restoreAllMocks();
});
