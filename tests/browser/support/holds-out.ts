import type { Page } from "@playwright/test";
import { expect, test } from "./test";

/** A page on the way to a booking, and a visitor's steps on it. */
export interface Stop {
  name: string;
  /** Comes to the page and chooses or fills in something. */
  arrive: (page: Page) => Promise<void>;
  /** The page is there, with what was chosen. */
  kept: (page: Page) => Promise<void>;
  /** The state of a second tab of the same browser at this address; by default all choices. */
  secondTab?: (page: Page) => Promise<void>;
  /** Presses the main button, and fills in before what no reload keeps. */
  press?: (page: Page) => Promise<void>;
  /** Continues when the connection is back; by default the page is as before. */
  resume?: (page: Page) => Promise<void>;
}

/** No page shows a phrase of HTTP, and each has a heading. */
export async function isPlain(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByText(/Unprocessable|Not Found|Bad Request|Service Unavailable|Internal Server/)).toHaveCount(
    0,
  );
}

/** One message within view reports the lost connection. */
async function expectConnectionNotice(page: Page): Promise<void> {
  const said = page
    .getByText(/通信できませんでした|取得できませんでした|^問題が発生しました。$/)
    .filter({ visible: true });
  await expect(said).toHaveCount(1);
  await expect(said).toBeInViewport();
  const box = page.getByRole("alertdialog").filter({ hasText: /通信できませんでした|問題が発生しました/ });
  // Not by a tap: the browser would take two taps in such a short time for a double tap, which no dialog takes for an answer.
  if (await box.isVisible()) await box.getByRole("button").last().click();
  await expect(box).toBeHidden();
}

/** Reload, the way back and on again, a second tab, and a line that is lost while the main button is pressed. */
export async function holdsOut(
  page: Page,
  { name, arrive, kept, secondTab = kept, press, resume = kept }: Stop,
): Promise<void> {
  await test.step(name, async () => {
    await arrive(page);
    await kept(page);
    const address = page.url();
    await test.step("remains after a reload", async () => {
      await page.reload();
      await kept(page);
    });
    await test.step("remains after going back and forward", async () => {
      await page.goBack();
      await isPlain(page);
      // The page behind a booking redirects by itself; this waits until it has done so.
      await page.waitForLoadState("networkidle");
      await page.goForward();
      await kept(page);
      await isPlain(page);
    });
    await test.step("is in a second tab, which takes nothing from the first", async () => {
      const other = await page.context().newPage();
      await other.goto(address);
      await secondTab(other);
      await isPlain(other);
      await other.close();
      await kept(page);
    });
    if (!press) return;
    await test.step("reports the lost connection, and keeps its state", async () => {
      await page.context().setOffline(true);
      await press(page);
      await expectConnectionNotice(page);
      await isPlain(page);
      await page.context().setOffline(false);
      await resume(page);
    });
  });
}

/** Chromium notes each line that was cut. */
export function ignoreConnectionErrors(complaints: string[]): void {
  const others = complaints.filter((each) => !each.includes("ERR_INTERNET_DISCONNECTED"));
  complaints.splice(0, complaints.length, ...others);
}
