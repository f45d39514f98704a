import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { browser } from "@seki/shared/navigation";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aMemberPlan } from "@/testing/member-builders";
import { renderSite, stubScripts } from "@/testing/render-site";

/** Whether the browser would ask before it closes or reloads the tab. */
function asksBeforeUnload(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

afterEach(() => window.sessionStorage.clear());

const GOLD_PROFILE = { omakase_recommendation: "", birthplace: "", birth_date: null, industry_type: "" };
const gold = { profile: { gold_user_profile: GOLD_PROFILE, may_edit_gold_profile: true } };
const member = { premium: { subscriptions: [aMemberPlan({})] } };

interface Form {
  address: string;
  part?: Parameters<typeof renderSite>[1];
  /** The button that opens the form. */
  open?: string;
  field: string | RegExp;
}

const FORMS: Record<string, Form> = {
  preferences: { address: "/users/profile", field: "苦手な食材" },
  "gold profile": { address: "/users/profile", part: { pages: gold }, field: "業種" },
  "email address": { address: "/users/profile/account/email/edit", field: "新しいメールアドレス" },
  "phone number": { address: "/users/profile/account/tel/edit", field: "電話番号" },
  "sign-up": { address: "/users/sign_up", part: { visitor: "guest" }, field: "姓" },
  "special request": { address: "/r/sushi-kagura/reservations/rsv_new/review", field: /ご要望/ },
  "delivery address": { address: "/r/obento-hako/reservations/rsv_new/review", field: "番地" },
  "change of a booking": { address: "/users/reservations/rsv_1/edit", field: /ご要望/ },
  "cancellation of a plan": {
    address: "/users/premium",
    part: { visitor: "kenji", pages: member },
    open: "解約する",
    field: /理由/,
  },
  "receipt's purpose": {
    address: "/users/profile/payment_histories",
    open: "領収書・請求書を発行する",
    field: /^但し書き/,
  },
};

describe("before the tab is closed or reloaded, the browser", () => {
  it.each(Object.entries(FORMS))("asks about unsaved text: %s", async (_, { address, part = {}, open, field }) => {
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({}));
    await renderSite(address, part);
    if (open !== undefined) await user.click(screen.getByRole("button", { name: open }));
    const box = await screen.findByRole("textbox", { name: field });
    const before = (box as HTMLInputElement).value;
    expect(asksBeforeUnload()).toBe(false);
    await user.type(box, "1");
    expect(asksBeforeUnload()).toBe(true);
    await user.clear(box);
    if (before !== "") await user.type(box, before);
    expect(asksBeforeUnload(), "the text is as before").toBe(false);
  });

  it("does not ask on the sign-in page", async () => {
    const user = userEvent.setup();
    await renderSite("/users/sign_in", { visitor: "guest" });
    await user.type(screen.getByRole("textbox", { name: "メールアドレス" }), "hanako@seki.test");
    expect(asksBeforeUnload()).toBe(false);
  });

  it("does not ask about a saved text", async () => {
    const user = userEvent.setup();
    const saved = { status: 200, body: { message: "設定を更新しました。" } };
    await renderSite("/users/profile", { answers: { "PATCH /users/profile": [saved] } });
    await user.type(screen.getByRole("textbox", { name: "苦手な食材" }), "パクチー");
    await user.click(screen.getByRole("button", { name: "保存する" }));
    await screen.findByText("設定を更新しました。");
    await vi.waitFor(() => expect(asksBeforeUnload()).toBe(false));
    await user.type(screen.getByRole("textbox", { name: "苦手な食材" }), "、納豆");
    expect(asksBeforeUnload(), "the next text").toBe(true);
  });

  it("does not ask after the booking is completed", async () => {
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({ paymentIntent: { id: "pi", status: "succeeded" } }));
    await renderSite("/r/sushi-kagura/reservations/rsv_new/review");
    await user.type(screen.getByRole("textbox", { name: /ご要望/ }), "窓際の席");
    for (const box of screen.getAllByRole("checkbox")) await user.click(box);
    await user.click(screen.getByRole("button", { name: /予約を確定/ }));
    await screen.findByRole("heading", { level: 1, name: "鮨かぐらの予約" });
    expect(asksBeforeUnload()).toBe(false);
  });

  it("does not ask when the document is issued, until the text changes again", async () => {
    const user = userEvent.setup();
    vi.spyOn(window, "open").mockReturnValue(null);
    const issued = { status: 200, body: { receipt_url: "/receipts/1" } };
    await renderSite("/users/profile/payment_histories", {
      answers: { "POST /users/api/payment_histories": [issued] },
    });
    await user.click(screen.getByRole("button", { name: "領収書・請求書を発行する" }));
    const purpose = await screen.findByRole("textbox", { name: /^但し書き/ });
    await user.type(purpose, "会食代として");
    await user.click(screen.getByRole("button", { name: "発行する" }));
    await screen.findByRole("link", { name: /開く/ });
    expect(asksBeforeUnload()).toBe(false);
    await user.type(purpose, "。");
    expect(asksBeforeUnload()).toBe(true);
  });

  it("does not ask when the site itself leaves the document, because the draft stays", async () => {
    const user = userEvent.setup();
    await renderSite("/users/profile");
    await user.type(screen.getByRole("textbox", { name: "苦手な食材" }), "パクチー");
    const form = document.createElement("form");
    vi.spyOn(form, "submit").mockImplementation(() => undefined);
    vi.useFakeTimers();
    browser.submit(form);
    expect(asksBeforeUnload()).toBe(false);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(asksBeforeUnload(), "the document has stayed").toBe(true);
  });
});

/** Hooks that store a text as a draft and ask before the document unloads. */
const GUARDS = /\b(useStoredInput|useUnloadGuard|useProfileForm|useStoredSignUp)\b/;

/** Fields whose state has its guard in another file. */
const GUARDED_IN: Record<string, string> = {
  "features/accounts/components/PhoneBlock.tsx": "features/accounts/components/PhoneEditForm.tsx",
  "features/preferences/components/QuestionSets.tsx": "features/preferences/hooks/useAnswers.ts",
  "features/review/components/Delivery.tsx": "features/review/hooks/useDelivery.ts",
};

/** Searches, codes, passwords and card data, which are not stored; and texts that are only shown. */
const UNGUARDED = [
  "features/accounts/components/ProofFields.tsx",
  "features/accounts/components/SmsVerification.tsx",
  "features/accounts/pages/PasswordEditPage.tsx",
  "features/accounts/pages/PasswordNewPage.tsx",
  "features/accounts/pages/SignInPage.tsx",
  "features/accounts/pages/TwoFactorPage.tsx",
  "features/payment/components/CardForm.tsx",
  "features/plans/components/AdvancedSearchForm.tsx",
  "features/plans/components/PlanChoice.tsx",
  "features/raffles/pages/RaffleRoundPage.tsx",
  "features/restaurants/components/SearchForm.tsx",
];

const sourceOf = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");

it("each form with a text has a guard", () => {
  const forms = readdirSync(join(import.meta.dirname, "features"), { recursive: true, encoding: "utf8" })
    .map((file) => `features/${file}`)
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
    .filter((file) => /<(TextField|TextAreaField|textarea)\b/.test(sourceOf(file)));
  expect(forms.length).toBeGreaterThan(15);
  const unguarded = forms.filter((file) => !GUARDS.test(sourceOf(GUARDED_IN[file] ?? file)));
  expect(unguarded.toSorted()).toEqual(UNGUARDED);
});
