import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CONTESTED_NUMBER, TAKEN_NUMBER } from "@/testing/mock-calls";
import { renderSite, stubScripts } from "@/testing/render-site";

const ADDRESS = "/users/sign_up";

/** jsdom has no layout: the box is three screens high until it is scrolled. */
function scrollable(box: HTMLElement) {
  vi.spyOn(box, "scrollHeight", "get").mockReturnValue(600);
  vi.spyOn(box, "clientHeight", "get").mockReturnValue(200);
}

beforeEach(() => {
  stubScripts(() => Promise.resolve({}));
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(600);
});

/** Fills in all fields, confirms the number by SMS, and registers. */
async function register(user: ReturnType<typeof userEvent.setup>, number: string) {
  await user.type(screen.getByRole("textbox", { name: "姓" }), "山田");
  await user.type(screen.getByRole("textbox", { name: "名" }), "花子");
  await user.type(screen.getByRole("textbox", { name: "メールアドレス" }), "hanako@seki.test");
  await user.type(screen.getByLabelText("パスワード"), "Seki-2026");
  await user.type(screen.getByRole("textbox", { name: "電話番号" }), number);
  await user.click(screen.getByRole("button", { name: "SMSで認証する" }));
  await user.click(await screen.findByRole("button", { name: "認証コードを送る" }));
  await user.type(await screen.findByRole("textbox", { name: "認証コード（4桁）" }), "1234");
  await user.click(screen.getByRole("button", { name: "確認する" }));
  expect(await screen.findByText("電話番号を確認しました。")).toBeVisible();
  await user.selectOptions(screen.getByRole("combobox", { name: "都道府県" }), "東京都");
  const box = screen.getByRole("region", { name: "利用規約" });
  scrollable(box);
  fireEvent.scroll(box, { target: { scrollTop: 400 } });
  await user.click(screen.getByRole("checkbox", { name: "利用規約に同意します" }));
  await user.click(screen.getByRole("button", { name: "登録する" }));
}

describe("the sign-up page", () => {
  it("shows the password on request, and requires kana in Japanese only", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { visitor: "guest" });
    expect(screen.getByRole("textbox", { name: "セイ" })).toBeVisible();
    expect(screen.queryByText("+81"), "a Japanese number starts with zero").toBeNull();
    const password = screen.getByLabelText("パスワード");
    expect(password).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("checkbox", { name: "入力した文字を表示する" }));
    expect(password).toHaveAttribute("type", "text");
    cleanup();
    await renderSite(ADDRESS, { visitor: "guest", locale: "en" });
    expect(screen.getByRole("textbox", { name: "Given name" })).toBeVisible();
    expect(screen.queryByRole("textbox", { name: /kana/i })).toBeNull();
  });

  it("links to the account of an address that has one, until another address is typed", async () => {
    const user = userEvent.setup();
    const fields = { email: "このメールアドレスはすでに登録されています。" };
    const refusal = { status: 422, body: { status: 422, message: "入力内容が正しくありません。", fields } };
    await renderSite(ADDRESS, { visitor: "guest", answers: { "POST /users": [refusal] } });
    const main = within(screen.getByRole("main"));
    expect(main.queryByRole("link", { name: "パスワードをお忘れの方" })).toBeNull();
    await register(user, "09012345678");
    expect(await screen.findByText(fields.email)).toBeVisible();
    expect(await main.findByRole("link", { name: "ログインする" })).toHaveAttribute("href", "/users/sign_in");
    expect(main.getByRole("link", { name: "パスワードをお忘れの方" })).toHaveAttribute("href", "/users/password/new");
    await user.type(screen.getByRole("textbox", { name: "メールアドレス" }), "x");
    expect(main.queryByRole("link", { name: "パスワードをお忘れの方" })).toBeNull();
  });

  it("focuses the first wrong part, including a number or a verification", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { visitor: "guest" });
    await user.type(screen.getByRole("textbox", { name: "姓" }), "山田");
    await user.type(screen.getByRole("textbox", { name: "名" }), "花子");
    await user.type(screen.getByRole("textbox", { name: "メールアドレス" }), "hanako@seki.test");
    await user.type(screen.getByLabelText("パスワード"), "Seki-2026");
    await user.click(screen.getByRole("button", { name: "登録する" }));
    const number = screen.getByRole("textbox", { name: "電話番号" });
    await vi.waitFor(() => expect(number).toHaveFocus());

    await user.type(number, "09012345678");
    await user.click(screen.getByRole("button", { name: "登録する" }));
    await vi.waitFor(() => expect(screen.getByRole("button", { name: "電話で認証する" })).toHaveFocus());
  });

  // F007, F210
  it("offers only overseas for a foreign number, and resets with the country", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { visitor: "guest" });
    const prefecture = screen.getByRole("combobox", { name: "都道府県" });
    await user.selectOptions(prefecture, "東京都");
    await user.click(screen.getByRole("checkbox", { name: "日本以外の電話番号を使う" }));
    await user.click(await screen.findByRole("combobox", { name: "国・地域" }));
    const america = screen.getByRole("option", { name: /アメリカ合衆国/ });
    expect(america.querySelector("img")).toHaveAttribute("src", "/assets/flags/US.svg");
    expect(screen.getByRole("option", { name: /南極/ }).querySelector("img")).toBeNull();
    fireEvent.pointerDown(america);
    expect(prefecture).toHaveValue("overseas");
    await user.click(screen.getByRole("checkbox", { name: "日本以外の電話番号を使う" }));
    expect(prefecture).toHaveValue("");
  });

  it("verifies a number as typed after the choice of its country, without Japan's leading zero", async () => {
    const user = userEvent.setup();
    const { calls } = await renderSite(ADDRESS, { visitor: "guest" });
    const number = screen.getByRole("textbox", { name: "電話番号" });
    await user.type(number, "4155550133");
    await user.tab();
    expect(number).toHaveValue("04155550133");
    await user.type(number, "{Backspace}4");
    expect(number).toHaveValue("04155550134");
    await user.click(screen.getByRole("checkbox", { name: "日本以外の電話番号を使う" }));
    expect(number).toHaveValue("4155550134");
    const country = await screen.findByRole("combobox", { name: "国・地域" });
    expect(country).toHaveDisplayValue("");
    expect(screen.getByText("電話番号の国・地域を選択してください。")).toBeVisible();
    expect(screen.queryByRole("button", { name: "電話で認証する" })).toBeNull();
    await user.click(country);
    fireEvent.pointerDown(screen.getByRole("option", { name: /アメリカ合衆国/ }));
    expect(number).toHaveValue("4155550134");
    await user.click(screen.getByRole("button", { name: "電話で認証する" }));
    await vi.waitFor(() => expect(calls.some(({ path }) => path === "/phone_verifications")).toBe(true));
    expect(calls.find(({ path }) => path === "/phone_verifications")?.body).toMatchObject({
      phone_country: "US",
      phone_local_number: "4155550134",
    });
  });

  it("keeps a typed leading zero, which belongs to the numbers of some countries", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { visitor: "guest" });
    const number = screen.getByRole("textbox", { name: "電話番号" });
    await user.type(number, "0612345678");
    await user.click(screen.getByRole("checkbox", { name: "日本以外の電話番号を使う" }));
    expect(number).toHaveValue("0612345678");
  });

  it("keeps its draft after a reload, except the password", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { visitor: "guest" });
    await user.type(screen.getByRole("textbox", { name: "姓" }), "山田");
    await user.type(screen.getByLabelText("パスワード"), "Seki-2026");
    cleanup();
    expect(JSON.stringify({ ...window.sessionStorage })).not.toContain("Seki-2026");
    await renderSite(ADDRESS, { visitor: "guest" });
    expect(screen.getByRole("textbox", { name: "姓" })).toHaveValue("山田");
    expect(screen.getByLabelText("パスワード")).toHaveValue("");
  });

  it("resumes a sent code after a reload; Enter confirms it, and a wrong one can be retyped", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { visitor: "guest" });
    await user.type(screen.getByRole("textbox", { name: "電話番号" }), "09012345678");
    await user.click(screen.getByRole("button", { name: "SMSで認証する" }));
    await user.click(await screen.findByRole("button", { name: "認証コードを送る" }));
    await screen.findByRole("textbox", { name: "認証コード（4桁）" });
    cleanup();

    const { calls } = await renderSite(ADDRESS, { visitor: "guest" });
    const code = await screen.findByRole("textbox", { name: "認証コード（4桁）" });
    expect(screen.getByRole("button", { name: /再送できるまで/ })).toBeDisabled();
    await user.type(code, "12{Enter}");
    expect(screen.queryByText("姓を入力してください。")).toBeNull();
    await user.clear(code);
    await user.type(code, "9999");
    await user.click(screen.getByRole("button", { name: "確認する" }));
    expect(await screen.findByText("認証コードが違います。")).toBeVisible();
    expect(code).toHaveFocus();
    await user.keyboard("1234{Enter}");
    expect(await screen.findByText("電話番号を確認しました。")).toBeVisible();
    const posts = calls.filter(({ method }) => method === "POST").map(({ path }) => path);
    expect(posts).toEqual(["/sms_confirmations/sms-1/confirm", "/sms_confirmations/sms-1/confirm"]);
  });

  it("resumes waiting for a call after a reload", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { visitor: "guest" });
    await user.type(screen.getByRole("textbox", { name: "電話番号" }), "09012345678");
    await user.click(screen.getByRole("button", { name: "電話で認証する" }));
    await screen.findByText("お電話をお待ちしています");
    cleanup();

    const answers = {
      "GET /phone_verifications/v-1/status": [
        { status: 200, body: { status: "confirmed", remaining_seconds: 60, is_contested: false } },
      ],
    };
    const { calls } = await renderSite(ADDRESS, { visitor: "guest", answers });
    expect(await screen.findByText("電話番号を確認しました。")).toBeVisible();
    expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
    const number = screen.getByRole("textbox", { name: "電話番号" });
    await vi.waitFor(() => expect(number).toHaveAttribute("readonly"));
  });

  it("reports that another browser is verifying the number, and offers SMS", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { visitor: "guest" });
    await user.type(screen.getByRole("textbox", { name: "電話番号" }), `0${CONTESTED_NUMBER}`);
    await user.click(screen.getByRole("button", { name: "電話で認証する" }));
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("お電話では確認できません。SMSをご利用ください。");
    await user.click(within(notice).getByRole("button", { name: "SMSで認証する" }));
    expect(await screen.findByRole("button", { name: "認証コードを送る" })).toBeEnabled();
  });

  // F013
  it.each(["姓", null])("moves the focus after a confirmed call, but not from another field (%s)", async (field) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    await renderSite(ADDRESS, { visitor: "guest" });
    await user.type(screen.getByRole("textbox", { name: "電話番号" }), "09012345678");
    await user.click(screen.getByRole("button", { name: "電話で認証する" }));
    await screen.findByText("お電話をお待ちしています");
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await screen.findByText("電話番号を確認しました。")).toBeVisible();
    if (field) await user.click(screen.getByRole("textbox", { name: field }));
    await vi.advanceTimersByTimeAsync(1_500);
    const prefecture = screen.getByRole("combobox", { name: "都道府県" });
    expect(field ? screen.getByRole("textbox", { name: field }) : prefecture).toHaveFocus();
    vi.useRealTimers();
  });

  it("asks before it moves a number from another account", async () => {
    const user = userEvent.setup();
    const { calls, assign } = await renderSite(ADDRESS, { visitor: "guest" });
    await register(user, `0${TAKEN_NUMBER}`);
    const question = await screen.findByText(/この電話番号は、別のアカウントで認証されています。/);
    expect(question).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
    expect(calls.at(-1)?.body).toMatchObject({ user: { move_phone: false } });
    await user.click(screen.getByRole("button", { name: "この電話番号を移して登録する" }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalled());
    expect(calls.at(-1)?.body).toMatchObject({ user: { move_phone: true } });
  });

  it("reopens the number when another account has it, and drops its verification", async () => {
    const user = userEvent.setup();
    const { calls, assign } = await renderSite(ADDRESS, { visitor: "guest" });
    await register(user, `0${TAKEN_NUMBER}`);
    await user.click(await screen.findByRole("button", { name: "別の電話番号を使う" }));
    const number = screen.getByRole("textbox", { name: "電話番号" });
    expect(number).toHaveFocus();
    expect(screen.queryByText(/別のアカウントで認証されています/)).toBeNull();
    await user.clear(number);
    await user.type(number, "09012345678");
    await user.click(screen.getByRole("button", { name: "登録する" }));
    expect(await screen.findByText("電話番号の認証を済ませてください。")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "認証コードを送る" }));
    await user.type(await screen.findByRole("textbox", { name: "認証コード（4桁）" }), "1234{Enter}");
    expect(await screen.findByText("電話番号を確認しました。")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "登録する" }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalled());
    expect(calls.at(-1)?.body).toMatchObject({
      user: { move_phone: false, profile_attributes: { phone_local_number: "9012345678" } },
    });
  });
});
