import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { aMonth } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/r/sushi-kagura";
const STORES = "/users/api/takeaway_stores";
const GUIDE = "/users/api/guide_restaurants";

const tilesOf = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("listitem")
    .map((tile) => {
      const link = within(tile).getByRole("link");
      return {
        text: tile.textContent,
        href: link.getAttribute("href"),
        target: link.getAttribute("target"),
        picture: tile.querySelector("img")?.getAttribute("src") ?? null,
      };
    });

const store = (title: string, thumb_image_url: string | null) => ({
  title,
  page_url: `https://mall.example/${title}`,
  thumb_image_url,
});

// F045
it("lists the stores with their titles, pages and pictures", async () => {
  const { calls } = await renderSite(ADDRESS, {
    lists: { [STORES]: [store("bento", "https://mall.example/bento.webp"), store("sushi", null)] },
  });
  await screen.findByRole("region", { name: "お取り寄せ・テイクアウト" });
  const tile = { target: "_blank" };
  expect(tilesOf("お取り寄せ・テイクアウト")).toEqual([
    {
      ...tile,
      text: "bento（新しいタブで開きます）",
      href: "https://mall.example/bento",
      picture: "https://mall.example/bento.webp",
    },
    { ...tile, text: "sushi（新しいタブで開きます）", href: "https://mall.example/sushi", picture: null },
  ]);
  expect(calls.find(({ path }) => path === STORES)?.query.get("restaurant_slug")).toBe("sushi-kagura");
});

// F044
it("opens the guide's selection in new tabs, and links to more", async () => {
  const found = {
    restaurant_name: "割烹みなと",
    restaurant_info: "銀座・割烹",
    page_url: "https://guide.example/minato",
    thumb_image_url: "https://guide.example/minato.webp",
  };
  await renderSite(ADDRESS, { lists: { [GUIDE]: [found] } });
  const section = await screen.findByRole("region", { name: "ガイドが選ぶお店" });
  expect(tilesOf("ガイドが選ぶお店")).toEqual([
    {
      text: "割烹みなと（新しいタブで開きます）銀座・割烹",
      href: found.page_url,
      target: "_blank",
      picture: found.thumb_image_url,
    },
  ]);
  expect(within(section).getByRole("link", { name: "ほかのお店を探す" })).toHaveAttribute("href", "/");
});

// F044, F045
it("has neither section without entries", async () => {
  const { calls } = await renderSite(ADDRESS);
  for (const asked of [STORES, GUIDE]) expect(calls.some(({ path }) => path === asked)).toBe(true);
  for (const name of ["お取り寄せ・テイクアウト", "ガイドが選ぶお店"]) {
    expect(screen.queryByRole("region", { name })).toBeNull();
  }
});

// F046
it("shows how to apply for work: phone, mail, page and remarks", async () => {
  const user = userEvent.setup();
  await renderSite(ADDRESS);
  await user.click(screen.getByRole("button", { name: "採用のお問い合わせ" }));
  const dialog = screen.getByRole("dialog", { name: "鮨かぐら 採用のお問い合わせ" });
  expect(
    within(dialog)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["03-0000-0001", "tel:03-0000-0001"],
    ["recruit@seki.test", "mailto:recruit@seki.test"],
    ["https://kagura.example/careers", "https://kagura.example/careers"],
  ]);
  expect(dialog).toHaveTextContent("見習い若干名。平日14時から16時に。");
});

it.each([
  ["ja", "受付カレンダー", "お届けの24時間前", /満席|空席|お席|料理長|ご来店|予約手数料/],
  [
    "en",
    "Order calendar",
    "24 hours before the delivery",
    /availab|seats|Head chef|your visit|Reservation fee|[Bb]ooking/,
  ],
] as const)("(%s) speaks of a delivery as of an order", async (locale, calendar, cutOff, seated) => {
  const user = userEvent.setup();
  await renderSite("/r/obento-hako", { locale, today: "2026-11-21", pages: { restaurant: { raffle: null } } });
  expect(screen.getByRole("region", { name: calendar })).toBeVisible();
  expect(screen.getByText(cutOff)).toBeVisible();
  const full = await screen.findAllByRole("button", { name: /受付数に達しました|no more orders/ });
  const main = screen.getByRole("main");
  const words = [main.textContent, ...[...main.querySelectorAll("[aria-label]")].map((each) => each.ariaLabel)];
  expect(words.join("\n")).not.toMatch(seated);
  if (full[0]) await user.click(full[0]);
  expect(await screen.findByRole("alertdialog", { name: /ご注文は受付数に達しました|No more orders/ })).toBeVisible();
});

it.each([
  ["ja", "2026年11月24日（火） 受付終了", "2026年11月24日（火）の受付は終了しました。"],
  ["en", "Tue, 24 November 2026 orders closed", "Orders for Tue, 24 November 2026 have closed."],
] as const)("(%s) says of a day whose orders have ended just that", async (locale, day, sentence) => {
  const user = userEvent.setup();
  const [ended, open] = ["2026-11-24", "2026-11-25"];
  const month = aMonth([open], { dates: [ended, open], past_cutoff_dates: [ended] });
  await renderSite("/r/obento-hako", { locale, today: "2026-11-21", months: { "2026-11": month } });
  await user.click(await screen.findByRole("button", { name: day }));
  expect(await screen.findByRole("alertdialog", { name: sentence })).toBeVisible();
});

it("lists the facilities, if there are any", async () => {
  await renderSite(ADDRESS);
  const label = await screen.findByText("設備・サービス");
  expect(label.nextElementSibling).toHaveTextContent("車椅子対応");
});
