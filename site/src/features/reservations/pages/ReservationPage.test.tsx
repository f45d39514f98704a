import { cleanup, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aReservation } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/reservations/rsv_1";
const texts = () => [...screen.getByRole("main").querySelectorAll("h2, dt")].map((part) => part.textContent);

it("shows first that the booking is confirmed, then its number, its place, and the payment", async () => {
  await renderSite(ADDRESS);
  const [first, second, third] = texts();
  expect([first, second, third]).toEqual(["予約が確定しました", "予約番号", "日付"]);
  const map = screen.getByRole("link", { name: /地図を見る/ });
  expect(map).toHaveAttribute("href", expect.stringContaining(encodeURIComponent("鮨かぐら")));
  expect(map).toHaveAttribute("rel", "noreferrer");
  expect(screen.getAllByText("お支払い済み")).toHaveLength(2);
  expect(screen.queryByText("お店でのお支払い（予定）"), "the course is prepaid").toBeNull();
  expect(screen.getByRole("link", { name: "カレンダーに追加" })).toBeVisible();
  expect(screen.getByRole("link", { name: "予約一覧へ戻る" })).toBeVisible();
});

it.each([
  ["ja", "確認メールをhanako@seki.testにお送りしました。"],
  ["en", "We sent a confirmation to hanako@seki.test."],
] as const)("(%s) names the address of the confirmation just after the booking only", async (locale, sentence) => {
  await renderSite(ADDRESS, { locale, pages: { reservation: { confirmation_sent_to: "hanako@seki.test" } } });
  expect(screen.getByText(sentence)).toBeVisible();
  cleanup();
  await renderSite(ADDRESS, { locale });
  expect(screen.queryByText(sentence)).toBeNull();
});

it("shows a foreign reader the address in Japanese, for the taxi", async () => {
  const restaurant = {
    ...aReservation().restaurant,
    address: "4-0-0 Ginza, Tokyo",
    address_ja: "東京都中央区銀座4丁目0-0",
  };
  await renderSite(ADDRESS, { locale: "en", pages: { reservation: { restaurant } } });
  const address = screen.getByText("東京都中央区銀座4丁目0-0");
  expect(address).toHaveAttribute("lang", "ja");
  expect(address.parentElement).toHaveTextContent("For a taxi:");
});

it.each([
  ["ja", "カード会社からの返還額（異議申し立て）", "24,000円"],
  ["en", "Returned by your card company (dispute)", "¥24,000"],
] as const)(
  "(%s) names what the bank returned apart from the refund of a cancelled booking",
  async (locale, label, sum) => {
    const cancellation = { fee: 0, refund: 0, returned_by_bank: 24_000, text: "", allowed: false };
    const reservation = aReservation({ status: "void", can_cancel: false });
    await renderSite(ADDRESS, { locale, pages: { reservation: { reservation, charges: [], cancellation } } });
    expect(screen.getByText(label).nextElementSibling).toHaveTextContent(sum);
    cleanup();
    const whole = { ...cancellation, refund: 24_000, returned_by_bank: 0 };
    await renderSite(ADDRESS, { locale, pages: { reservation: { reservation, charges: [], cancellation: whole } } });
    expect(screen.queryByText(label)).toBeNull();
  },
);

it("shows the amount to be paid at the restaurant", async () => {
  await renderSite(ADDRESS, { pages: { reservation: { charges: [] } } });
  const paid = screen.getByRole("heading", { level: 2, name: "お支払い" }).parentElement;
  if (!paid) throw new Error("no panel");
  expect(within(paid).getByText("お店でのお支払い（予定）").nextElementSibling).toHaveTextContent("48,000円");
});

it.each([
  ["void", false, "予約はキャンセルされました"],
  ["void", true, "ご招待を辞退しました"],
  ["owner_delete", false, "お店が予約をキャンセルしました"],
  ["pending", false, "予約はまだ確定していません"],
] as const)("says what has become of it (%s, declined: %s)", async (status, is_declined, sentence) => {
  const reservation = aReservation({ status, is_declined, can_cancel: false });
  await renderSite(ADDRESS, { pages: { reservation: { reservation, charges: [] } } });
  expect(screen.getByRole("heading", { level: 2, name: sentence })).toBeVisible();
  expect(screen.queryByText("お店でのお支払い（予定）")).toBeNull();
});

it("uses the texts of an order for an order", async () => {
  const reservation = aReservation({ operation: "takeaway", course_title: "折詰" });
  await renderSite(ADDRESS, { pages: { reservation: { reservation } } });
  expect(screen.getByRole("heading", { level: 2, name: "注文が確定しました" })).toBeVisible();
});

it.each([
  [true, 1],
  [false, 0],
])("says whether a raffle's winner made the booking before others (%s)", async (is_winners_booking, notices) => {
  await renderSite(ADDRESS, { pages: { reservation: { is_winners_booking } } });
  expect(screen.queryAllByText("抽選に当選された方の優先予約です。")).toHaveLength(notices);
});
