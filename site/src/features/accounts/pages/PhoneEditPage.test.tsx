import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { renderSite, stubScripts } from "@/testing/render-site";

const ADDRESS = "/users/profile/account/tel/edit";
const number = () => screen.getByRole("textbox", { name: "電話番号" });

beforeEach(() => stubScripts(() => Promise.resolve({})));

it("starts with the country of the account's number", async () => {
  const countries = [
    { code: "CA", dial_code: "1" },
    { code: "FR", dial_code: "33" },
    { code: "JP", dial_code: "81" },
    { code: "US", dial_code: "1" },
  ];
  await renderSite(ADDRESS, { pages: { phone_edit: { phone_display: "+1 2025550123", countries } } });
  expect(screen.getByRole("checkbox", { name: "日本以外の電話番号を使う" })).toBeChecked();
  expect(await screen.findByRole("combobox", { name: "国・地域" })).toHaveDisplayValue(/アメリカ合衆国/);
  cleanup();
  await renderSite(ADDRESS, { pages: { phone_edit: { phone_display: "+33 612345678", countries } } });
  expect(await screen.findByRole("combobox", { name: "国・地域" })).toHaveDisplayValue(/フランス/);
  cleanup();
  await renderSite(ADDRESS);
  expect(screen.getByRole("checkbox", { name: "日本以外の電話番号を使う" })).not.toBeChecked();
  expect(screen.getByText("現在の電話番号：090-1234-5678")).toBeVisible();
});

it("chooses no country by the Enter that accepts its converted name", async () => {
  const countries = [
    { code: "FR", dial_code: "33" },
    { code: "JP", dial_code: "81" },
    { code: "US", dial_code: "1" },
  ];
  await renderSite(ADDRESS, { pages: { phone_edit: { phone_display: "+1 2025550123", countries } } });
  const field = await screen.findByRole("combobox", { name: "国・地域" });
  fireEvent.change(field, { target: { value: "フランス" } });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(field).toHaveDisplayValue("フランス");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(field).toHaveDisplayValue("フランス (+33)");
});

it("resumes a sent code and a verified number after a reload; a rejected verification reopens the number", async () => {
  const user = userEvent.setup();
  await renderSite(ADDRESS);
  await user.type(number(), "09012345678");
  await user.click(screen.getByRole("button", { name: "SMSで認証する" }));
  await user.click(await screen.findByRole("button", { name: "認証コードを送る" }));
  await screen.findByRole("textbox", { name: "認証コード（4桁）" });
  cleanup();
  await renderSite(ADDRESS);
  expect(number()).toHaveValue("09012345678");
  await user.type(await screen.findByRole("textbox", { name: "認証コード（4桁）" }), "1234{Enter}");
  expect(await screen.findByText("電話番号を確認しました。")).toBeVisible();
  cleanup();

  const refusal = { status: 422, body: { status: 422, message: "電話番号の認証を済ませてください。" } };
  const { calls } = await renderSite(ADDRESS, { answers: { "PATCH /users/profile/account/tel": [refusal] } });
  expect(number()).toHaveAttribute("readonly");
  await user.type(screen.getByLabelText("現在のパスワード"), "Seki-2026");
  await user.click(screen.getByRole("button", { name: "電話番号を変更する" }));
  expect(await screen.findByText("電話番号の認証を済ませてください。")).toBeVisible();
  expect(calls.at(-1)?.body).toMatchObject({ phone_verification_uuid: "sms-1", current_password: "Seki-2026" });
  expect(number()).not.toHaveAttribute("readonly");
});

it("keeps the verified number when the password is missing or wrong", async () => {
  const user = userEvent.setup();
  const said = "現在のパスワードが違います。";
  const wrong = { status: 422, body: { status: 422, message: said, fields: { current_password: said } } };
  const { calls } = await renderSite(ADDRESS, { answers: { "PATCH /users/profile/account/tel": [wrong] } });
  expect(screen.queryByLabelText("現在のパスワード"), "the number is verified first").toBeNull();
  await user.type(number(), "09012345678");
  await user.click(screen.getByRole("button", { name: "SMSで認証する" }));
  await user.click(await screen.findByRole("button", { name: "認証コードを送る" }));
  await user.type(await screen.findByRole("textbox", { name: "認証コード（4桁）" }), "1234{Enter}");
  const password = await screen.findByLabelText("現在のパスワード");
  const change = screen.getByRole("button", { name: "電話番号を変更する" });
  await user.click(change);
  expect(await screen.findByText("現在のパスワードを入力してください。")).toBeVisible();
  await vi.waitFor(() => expect(password).toHaveFocus());
  expect(calls.filter(({ method }) => method === "PATCH")).toEqual([]);
  await user.type(password, "Wrong-2026");
  await user.click(change);
  expect(await screen.findByText(said)).toBeVisible();
  expect(password).toHaveAttribute("aria-invalid", "true");
  expect(number()).toHaveAttribute("readonly");
});

it("keeps the verified number when the sign-in with Apple has expired", async () => {
  const user = userEvent.setup();
  const said = "もう一度Appleでログインしてください。";
  const expired = { status: 422, body: { status: 422, code: "apple_proof_missing", message: said } };
  const pages = { phone_edit: { proof_ways: [] } };
  const answers = { "PATCH /users/profile/account/tel": [expired] };
  const { world } = await renderSite(ADDRESS, { pages, answers });
  await user.type(number(), "09012345678");
  await user.click(screen.getByRole("button", { name: "SMSで認証する" }));
  await user.click(await screen.findByRole("button", { name: "認証コードを送る" }));
  await user.type(await screen.findByRole("textbox", { name: "認証コード（4桁）" }), "1234{Enter}");
  expect(await screen.findByText("電話番号を確認しました。")).toBeVisible();
  world.pages = { phone_edit: { proof_ways: ["apple"] } };
  await user.click(screen.getByRole("button", { name: "電話番号を変更する" }));
  expect(await screen.findByRole("button", { name: "Appleで確認する" })).toBeVisible();
  expect(screen.getByText(said)).toBeVisible();
  cleanup();

  const { calls } = await renderSite(ADDRESS, { pages });
  expect(number(), "the browser is back from Apple").toHaveAttribute("readonly");
  await user.click(screen.getByRole("button", { name: "電話番号を変更する" }));
  const sent = () => calls.find(({ method }) => method === "PATCH")?.body;
  await vi.waitFor(() => expect(sent()).toMatchObject({ phone_verification_uuid: "sms-1" }));
});

it("returns to the address that led to the form", async () => {
  const user = userEvent.setup();
  const back = "/r/sushi-kagura/reservations/new?date=2026-11-26&slot=31";
  const done = { status: 200, body: { message: "電話番号を変更しました。", redirect_to: back } };
  const answers = { "PATCH /users/profile/account/tel": [done] };
  const { calls } = await renderSite(`${ADDRESS}?next=${encodeURIComponent(back)}`, { answers });
  await user.type(number(), "09012345678");
  await user.click(screen.getByRole("button", { name: "SMSで認証する" }));
  await user.click(await screen.findByRole("button", { name: "認証コードを送る" }));
  await user.type(await screen.findByRole("textbox", { name: "認証コード（4桁）" }), "1234{Enter}");
  await user.type(await screen.findByLabelText("現在のパスワード"), "Seki-2026");
  await user.click(screen.getByRole("button", { name: "電話番号を変更する" }));
  await vi.waitFor(() => expect(calls.some(({ path }) => path === "/r/sushi-kagura/reservations/new")).toBe(true));
  expect(calls.find(({ method, path }) => method === "PATCH" && path.endsWith("/tel"))?.body).toMatchObject({
    next: back,
  });
});

it.each([
  ["+81 90-1234-5678", "09012345678"],
  ["０９０-1234-5678", "09012345678"],
])("reads a pasted number with its prefix: %s", async (pasted, shown) => {
  const user = userEvent.setup();
  await renderSite(ADDRESS);
  await user.click(number());
  await user.paste(pasted);
  await user.tab();
  expect(number()).toHaveValue(shown);
});

it("keeps a number as typed when a number from outside Japan is chosen, also after a reload", async () => {
  const user = userEvent.setup();
  await renderSite(ADDRESS);
  await user.type(number(), "4155550133");
  await user.click(screen.getByRole("checkbox", { name: "日本以外の電話番号を使う" }));
  expect(number()).toHaveValue("4155550133");
  cleanup();
  await renderSite(ADDRESS);
  expect(number()).toHaveValue("4155550133");
  expect(await screen.findByRole("combobox", { name: "国・地域" })).toHaveDisplayValue("");
  await user.click(screen.getByRole("checkbox", { name: "日本以外の電話番号を使う" }));
  expect(number()).toHaveValue("04155550133");
});

it("takes the country from a typed code, and keeps a number that it cannot read", async () => {
  const user = userEvent.setup();
  const countries = [
    { code: "GB", dial_code: "44" },
    { code: "JP", dial_code: "81" },
  ];
  await renderSite(ADDRESS, { pages: { phone_edit: { countries } } });
  await user.type(number(), "+44 20 7946 0958");
  expect(number()).toHaveValue("+44 20 7946 0958");
  await user.tab();
  expect(number()).toHaveValue("2079460958");
  expect(await screen.findByRole("combobox", { name: "国・地域" })).toHaveDisplayValue(/イギリス/);
  for (const typed of ["+999 123", "090-1234-5678 内線5"]) {
    await user.clear(number());
    await user.paste(typed);
    await user.tab();
    expect(number()).toHaveValue(typed);
  }
  await user.clear(number());
  await user.type(number(), "+81 90-1234-5678");
  await user.tab();
  expect(number()).toHaveValue("09012345678");
  expect(screen.getByRole("checkbox", { name: "日本以外の電話番号を使う" })).not.toBeChecked();
});
