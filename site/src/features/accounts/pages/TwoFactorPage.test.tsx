import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { PageData } from "@/api";
import { aPage } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";
import type { MockAnswer } from "@/testing/mock-calls";

const ADDRESS = "/users/two_factor_authentication";
const RESEND = `${ADDRESS}/resend`;

const renderCode = (part: Partial<PageData["two_factor"]>, locale: "ja" | "en", resent: MockAnswer[]) => {
  const data = { is_of_app: false, has_passkeys: false, masked_email: "h•••••@seki.test", continuing: null, ...part };
  const page = { status: 200, body: aPage("two_factor", data, { locale, session: { menu: [], user: null } as never }) };
  return renderSite(ADDRESS, {
    locale,
    visitor: "guest",
    answers: { [`GET ${ADDRESS}`]: [page], [`POST ${RESEND}`]: resent },
  });
};

// F020
it.each([
  ["ja", "認証コードを再送する", "認証コードを再送しました。"],
  ["en", "Send the code again", "We sent the code again."],
] as const)("(%s) sends another code, and keeps what is entered", async (locale, name, message) => {
  const user = userEvent.setup();
  const { calls } = await renderCode({}, locale, [{ status: 200, body: { message } }]);
  await user.type(screen.getByRole("textbox"), "12");
  await user.click(screen.getByRole("button", { name }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([RESEND]);
  expect(screen.getByRole("textbox")).toHaveValue("12");
});

it("says when the next code can be sent", async () => {
  const user = userEvent.setup();
  const message = "リクエストが多すぎます。30秒後にもう一度お試しください。";
  await renderCode({}, "ja", [{ status: 429, body: { status: 429, code: "too_many_requests", message } }]);
  const button = screen.getByRole("button", { name: "認証コードを再送する" });
  await user.click(button);
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(button).toBeEnabled());
});

it("offers no other code to an authenticator app", async () => {
  await renderCode({ is_of_app: true }, "ja", []);
  expect(screen.getByText("認証アプリに表示されている認証コードを入力してください。")).toBeVisible();
  expect(screen.queryByRole("button", { name: "認証コードを再送する" })).toBeNull();
});
