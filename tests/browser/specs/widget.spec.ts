import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { checkAccessibility } from "../support/axe";
import { Staff } from "../support/staff";
import { expect, test } from "../support/test";

/** A restaurant's own page on a separate server, with one line of our code. */
async function visitHost(page: Page, line: string): Promise<Server> {
  const body = `<!doctype html><html lang="ja"><title>鮨かぐら</title><main><h1>鮨かぐら 神楽坂本店</h1>${line}</main></html>`;
  const server = createServer((_, answer) => {
    answer.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // By another name than the instance's: another site to the browser.
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  return server;
}

const heightOf = (page: Page) => page.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().height);

/** As tall as what it shows, to the pixel. */
async function fits(page: Page): Promise<number> {
  const main = page.frameLocator("iframe").getByRole("main");
  await expect
    .poll(async () =>
      Math.abs((await heightOf(page)) - (await main.evaluate((shown) => shown.getBoundingClientRect().height))),
    )
    .toBeLessThanOrEqual(1);
  return heightOf(page);
}

test("one line of code embeds the widget on another site, and a time leads to the booking page", async ({
  page,
  browser,
  baseURL,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const staffContext = await browser.newContext({
    baseURL: baseURL ?? "",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await staff.enter(staffContext);
  const settings = await staffContext.newPage();
  await settings.goto("/owners/reach/edit");
  const usual = settings.getByRole("group", { name: "通常はこちら（高さが自動で合います）" });
  await usual.getByRole("button", { name: "コピーする" }).click();
  await expect(usual.getByRole("status")).toHaveText("コピーしました。");
  const line = await settings.evaluate(() => navigator.clipboard.readText());
  await checkAccessibility(settings);
  await staffContext.close();
  await staff.close();

  const host = await visitHost(page, line);
  const frame = page.frameLocator("iframe[title='ご予約']");
  await expect(frame.getByRole("heading", { level: 1, name: "鮨かぐら" })).toBeVisible();
  const free = frame.getByRole("gridcell").getByRole("button", { name: /空席あり$/ });
  await free.last().click();
  const time = frame.getByRole("link", { name: /^\d\d:\d\d .*新しいタブで開きます/ }).first();
  await expect(time).toBeVisible();
  const tall = await fits(page);
  await page.evaluate(() => window.postMessage({ type: "seki-widget", height: 9 }, "*"));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => heightOf(page), "the narrower, the taller; another origin's messages are ignored")
    .toBeGreaterThan(tall);
  await fits(page);
  await checkAccessibility(page);
  expect(await page.context().cookies(baseURL), "a frame on another site keeps nothing").toEqual([]);

  const party = frame.getByLabel("人数");
  await party.selectOption({ index: 0 });
  const guests = await party.inputValue();
  const [booking] = await Promise.all([page.waitForEvent("popup"), time.click()]);
  await booking.waitForURL(/\/r\/sushi-kagura\/reservations\/new\?/);
  const chosen = new URL(booking.url()).searchParams;
  expect([...chosen.keys()].filter((name) => name !== "locale").toSorted()).toEqual(["date", "guests", "slot", "time"]);
  await expect(booking.getByRole("radio", { checked: true }).first()).toBeVisible();
  await expect(booking.getByLabel("人数")).toHaveValue(guests);
  await expect(booking.getByLabel("開始時間")).toHaveValue(chosen.get("time") ?? "");
  await booking.getByRole("button", { name: "予約内容の確認へ進む" }).click();
  await booking.getByLabel("メールアドレス").fill("hanako@seki.test");
  await booking.getByLabel("パスワード", { exact: true }).fill("Seki-2026");
  await booking.getByRole("button", { name: "ログインする" }).click();
  await booking.waitForURL(/\/r\/sushi-kagura\/reservations\/new\?/);
  await expect(booking.getByLabel("人数")).toHaveValue(guests);
  await expect(booking.getByLabel("開始時間")).toHaveValue(chosen.get("time") ?? "");
  host.close();
});

test("the widget has the language of its code, at every width and by keyboard", async ({ page, baseURL }) => {
  const host = await visitHost(
    page,
    `<script src="${baseURL}/widget.js" data-restaurant="sushi-kagura" data-lang="en" async></script>`,
  );
  const frame = page.frameLocator("iframe[title='Book a table']");
  await expect(frame.getByRole("heading", { name: "Choose a date" })).toBeVisible();
  await fits(page);
  host.close();
  for (const locale of ["ja", "en"]) {
    for (const width of [320, 390, 640]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${baseURL}/widget/sushi-kagura?locale=${locale}`);
      const free = page
        .getByRole("gridcell")
        .getByRole("button", { name: locale === "ja" ? /空席あり$/ : / available$/ });
      await free.last().focus();
      await page.keyboard.press("Enter");
      const time = page.getByRole("link", { name: /^\d\d:\d\d / }).first();
      await expect(time).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(page.getByLabel(locale === "ja" ? "人数" : "Guests")).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(time).toBeFocused();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      await checkAccessibility(page);
    }
  }
  await page.goto(`${baseURL}/widget/hidden-soba`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("このお店のご予約は受け付けていません");
  await page.goto(`${baseURL}/widget/tempura-soon`);
  await expect(page.getByText("ただいまWeb予約を受け付けていません。")).toBeVisible();
  await checkAccessibility(page);
});
