import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { expect, test } from "../support/test";

const ROUNDS = 5;
const MUST = 1.4;

/** A phone on slow 4G whose processor is four times slower than this machine's. */
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: "ja-JP",
};
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SLOWER = { rate: 4 };

interface Sight {
  /** The text and the picture that are seen first. */
  text: string;
  picture: string;
}

/** Milliseconds to the largest paint with nothing kept from before. */
async function firstSight(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", SLOWER);
  await page.goto(address, { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
  await context.close();
  return paint;
}

async function sightOf(browser: Browser, address: string): Promise<Sight> {
  const page = await browser.newPage(PHONE);
  await page.goto(address);
  const picture = page.getByRole("main").locator("img").first();
  await expect(picture).toBeVisible();
  const text = await page.getByRole("main").innerText();
  const source = (await picture.getAttribute("src")) ?? "";
  await page.close();
  return { text, picture: new URL(source, address).href };
}

/** The same text and picture as a page without anything else. */
async function staticPage({ text, picture }: Sight): Promise<{ server: Server; address: string }> {
  const bytes = Buffer.from(await (await fetch(picture)).arrayBuffer());
  const paragraphs = text.split("\n").map((line) => `<p>${line.replace(/[<&]/g, "")}</p>`);
  const style = "img{width:100%;height:auto;aspect-ratio:4/3;object-fit:cover}";
  const html = gzipSync(
    `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
      `<title>Static</title><style>${style}</style><img src="/picture" alt="" fetchpriority="high">${paragraphs.join("")}`,
  );
  const server = createServer((request, response) => {
    if (request.url === "/picture") return response.setHeader("Content-Type", "image/webp").end(bytes);
    return response.setHeader("Content-Type", "text/html").setHeader("Content-Encoding", "gzip").end(html);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/` };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function milliseconds(taken: number[]): string {
  return taken.map(Math.round).join(", ");
}

for (const { name, path } of [
  { name: "home", path: "/ja/" },
  { name: "a restaurant's page", path: "/ja/r/sushi-kagura" },
]) {
  test(`the first paint of ${name} on a phone`, async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const address = `${baseURL ?? ""}${path}`;
    const { server, address: reference } = await staticPage(await sightOf(browser, address));
    const [page, control]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      page.push(await firstSight(browser, address));
      control.push(await firstSight(browser, reference));
    }
    server.close();
    const value = Math.round((median(page) / median(control)) * 100) / 100;
    const detail = `ms: ${milliseconds(page)}; a static page: ${milliseconds(control)}`;
    const verdict = value <= MUST ? "must" : "missed";
    console.log(
      JSON.stringify({ figure: `largest paint of ${name} ÷ a static page`, value, must: MUST, verdict, detail }),
    );
  });
}
