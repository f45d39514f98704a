import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { MockRequest } from "@/testing/mock-calls";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/profile/account/email/edit";
const CALL = "PATCH /users/profile/account/email";

const sent = (calls: MockRequest[]) => calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
const address = () => screen.getByRole("textbox", { name: "新しいメールアドレス" });
const submit = () => screen.getByRole("button", { name: "確認メールを送る" });

it("sends a new address with the password, and shows a missing or wrong password", async () => {
  const user = userEvent.setup();
  const said = "現在のパスワードが違います。";
  const wrong = { status: 422, body: { status: 422, message: said, fields: { current_password: said } } };
  const { calls } = await renderSite(ADDRESS, { answers: { [CALL]: [wrong] } });
  await user.type(address(), "hana@seki.test");
  await user.click(submit());
  expect(await screen.findByText("現在のパスワードを入力してください。")).toBeVisible();
  const password = screen.getByLabelText("現在のパスワード");
  expect(password).toHaveFocus();
  expect(sent(calls)).toEqual([]);

  await user.type(password, "Wrong-2026");
  await user.click(submit());
  expect(await screen.findByText(said)).toBeVisible();
  expect(address()).toHaveValue("hana@seki.test");
  await user.clear(password);
  await user.type(password, "Seki-2026");
  await user.click(submit());
  await vi.waitFor(() => expect(sent(calls)).toHaveLength(2));
  expect(sent(calls)[1]).toEqual({ user: { email: "hana@seki.test" }, current_password: "Seki-2026" });
  await vi.waitFor(() => expect(address()).toHaveValue(""));
  expect(password).toHaveValue("");
});

it("accepts a code of the app in place of the password", async () => {
  const user = userEvent.setup();
  const { calls } = await renderSite(ADDRESS, { pages: { email_edit: { proof_ways: ["password", "app"] } } });
  await user.type(address(), "hana@seki.test");
  await user.click(screen.getByRole("button", { name: "認証アプリのコードで確認する" }));
  expect(screen.queryByLabelText("現在のパスワード")).toBeNull();
  await user.type(screen.getByLabelText("認証アプリのコード"), "123456");
  await user.click(submit());
  await vi.waitFor(() => expect(sent(calls)).toEqual([{ user: { email: "hana@seki.test" }, code: "123456" }]));
});

it("mails a code to an account without a password or an app", async () => {
  const user = userEvent.setup();
  const { calls } = await renderSite(ADDRESS, { pages: { email_edit: { proof_ways: ["mail"] } } });
  await user.type(address(), "hana@seki.test");
  await user.click(screen.getByRole("button", { name: "確認コードをメールで送る" }));
  expect(await screen.findByRole("button", { name: "確認コードを再送する" })).toBeVisible();
  expect(calls.at(-1)).toMatchObject({ method: "POST", path: "/users/profile/proof_code" });
  await user.type(screen.getByLabelText("メールの確認コード"), "1234");
  await user.click(submit());
  await vi.waitFor(() => expect(sent(calls)).toEqual([{ user: { email: "hana@seki.test" }, mailed_code: "1234" }]));
});

it("returns to the sign-in with Apple when it has expired, and keeps the typed address", async () => {
  const user = userEvent.setup();
  const said = "もう一度Appleでログインしてください。";
  const expired = { status: 422, body: { status: 422, code: "apple_proof_missing", message: said } };
  const pages = { email_edit: { proof_ways: [] } };
  const { world, calls } = await renderSite(ADDRESS, { pages, answers: { [CALL]: [expired] } });
  await user.type(address(), "hana@seki.test");
  world.pages = { email_edit: { proof_ways: ["apple"] } };
  await user.click(submit());
  expect(await screen.findByRole("button", { name: "Appleで確認する" })).toBeVisible();
  expect(screen.getByText(said)).toBeVisible();
  expect(screen.queryByRole("button", { name: "確認メールを送る" })).toBeNull();
  expect(sent(calls)).toHaveLength(1);
  cleanup();

  await renderSite(ADDRESS, { pages });
  expect(address(), "the browser is back from Apple").toHaveValue("hana@seki.test");
  await user.click(submit());
  await vi.waitFor(() => expect(address()).toHaveValue(""));
});

it("leaves the check to the server and to the page, which speak the diner's language", async () => {
  const user = userEvent.setup();
  const said = "正しいメールアドレスを入力してください。";
  const wrong = { status: 422, body: { status: 422, message: said, fields: { email: said } } };
  const { calls } = await renderSite(ADDRESS, { answers: { [CALL]: [wrong] } });
  await user.type(screen.getByLabelText("現在のパスワード"), "Seki-2026");
  await user.click(submit());
  expect(await screen.findByText("入力してください。")).toBeVisible();
  expect(sent(calls)).toEqual([]);
  await user.type(address(), "foo");
  await user.click(submit());
  expect(await screen.findByText(said)).toBeVisible();
  expect(address()).toHaveFocus();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "新しいメールアドレス" }).form).toHaveAttribute(
    "novalidate",
  );
});
