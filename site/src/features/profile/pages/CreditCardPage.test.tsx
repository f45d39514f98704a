import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { MockRequest } from "@/testing/mock-calls";
import { renderSite, stubScripts } from "@/testing/render-site";

const ADDRESS = "/users/profile/credit_card/edit";
const REGISTER = "POST /users/profile/credit_card/payment_method";

const confirmCardSetup = vi.fn<() => Promise<object>>();
const sent = (calls: MockRequest[]) =>
  calls.filter(({ path }) => path.endsWith("/payment_method")).map(({ body }) => body);
const holder = () => screen.findByRole("textbox", { name: "カード名義" });
const register = () => screen.getByRole("button", { name: "カードを登録する" });

// Simulates a card script whose fields are filled in.
beforeEach(() => {
  stubScripts(() => Promise.resolve({}));
  confirmCardSetup.mockReset();
  confirmCardSetup.mockResolvedValue({ setupIntent: { id: "seti_1", status: "succeeded", payment_method: "pm_1" } });
  const element = {
    mount: () => undefined,
    on: (_event: string, change: (state: { complete: boolean }) => void) => change({ complete: true }),
    destroy: () => undefined,
  };
  window.Stripe = () =>
    ({ elements: () => ({ create: () => element }), confirmCardSetup }) as unknown as ReturnType<
      NonNullable<typeof window.Stripe>
    >;
});

it("registers the first card without a password", async () => {
  const user = userEvent.setup();
  const { calls } = await renderSite(ADDRESS, { card: false });
  await user.type(await holder(), "HANAKO YAMADA");
  expect(screen.queryByLabelText("現在のパスワード")).toBeNull();
  await user.click(register());
  await vi.waitFor(() => expect(sent(calls)).toEqual([{ payment_method_id: "pm_1", next: null }]));
});

it("replaces a card with the password, and creates it at the provider once", async () => {
  const user = userEvent.setup();
  const said = "現在のパスワードが違います。";
  const wrong = { status: 422, body: { status: 422, message: said, fields: { current_password: said } } };
  const later = "リクエストが多すぎます。";
  const limited = { status: 429, body: { status: 429, message: later } };
  const { calls } = await renderSite(ADDRESS, { card: true, answers: { [REGISTER]: [wrong, limited] } });
  await user.type(await holder(), "HANAKO YAMADA");
  await user.click(register());
  expect(await screen.findByText("現在のパスワードを入力してください。")).toBeVisible();
  expect(confirmCardSetup).not.toHaveBeenCalled();
  const password = screen.getByLabelText("現在のパスワード");
  await user.type(password, "Wrong-2026");
  await user.click(register());
  expect(await screen.findByText(said)).toBeVisible();
  await user.clear(password);
  await user.type(password, "Seki-2026");
  await user.click(register());
  expect(await screen.findByText(later)).toBeVisible();
  await user.click(register());
  await vi.waitFor(() => expect(sent(calls)).toHaveLength(3));
  expect(sent(calls)[2]).toEqual({ payment_method_id: "pm_1", next: null, current_password: "Seki-2026" });
  expect(confirmCardSetup).toHaveBeenCalledOnce();
});

it("names the declined renewal that waits for another card", async () => {
  const renewal = { grade: "green" as const, amount: 980, pay_by: "2027-01-12T10:00:00+09:00", path: "/users/premium" };
  await renderSite(ADDRESS, { card: true, pages: { credit_card_edit: { unpaid_renewals: [renewal] } } });
  expect(await screen.findByText(/プレミアム会員の更新のお支払い980円.*2027年01月12日（火）までに/)).toBeVisible();
  expect(screen.getByRole("link", { name: "お支払いのページへ" })).toHaveAttribute("href", "/users/premium");
});
