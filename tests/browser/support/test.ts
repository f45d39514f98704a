import { test as base } from "@playwright/test";
import type { ConsoleMessage, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { Diner } from "./diner";
import { demoOf, STARTED_WITHIN } from "./demos";

export { expect } from "@playwright/test";

/** A refusal the page deals with is no mistake of the page; Chromium notes it in the console all the same. */
function isRefusal(message: ConsoleMessage): boolean {
  return (
    message.text().startsWith("Failed to load resource: the server responded with a status of 4") &&
    !new URL(message.location().url).pathname.startsWith("/assets/")
  );
}

function watch(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !isRefusal(message)) complaints.push(`${page.url()}: ${message.text()}`);
  });
}

interface Fixtures {
  /** What pages complained of in the console; a test that leaves any fails. */
  complaints: string[];
  fresh: (options?: { locale?: string; confirmsAddress?: boolean }) => Promise<Diner>;
  as: (email: string) => Promise<Diner>;
  guest: Diner;
}

interface WorkerFixtures {
  /** The address of the worker's demo. */
  demo: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  demo: [
    async ({}, lend, { project, parallelIndex }) => {
      const demo = await demoOf(project.name, parallelIndex);
      await lend(demo.url);
      if (demo.isShort) await demo.stop();
    },
    { scope: "worker", timeout: 2 * STARTED_WITHIN },
  ],
  baseURL: async ({ demo }, lend) => lend(demo),
  complaints: [
    async ({ context }, lend) => {
      const complaints: string[] = [];
      context.on("page", (page) => watch(page, complaints));
      await lend(complaints);
      expect(complaints, "the console stays clean").toEqual([]);
    },
    { auto: true },
  ],
  fresh: async ({ baseURL }, lend) => {
    const diners: Diner[] = [];
    await lend(async (options) => {
      const diner = await Diner.fresh(baseURL ?? "", options);
      diners.push(diner);
      return diner;
    });
    for (const diner of diners) await diner.close();
  },
  as: async ({ baseURL }, lend) => {
    const diners: Diner[] = [];
    await lend(async (email) => {
      const diner = await Diner.signedIn(baseURL ?? "", email);
      diners.push(diner);
      return diner;
    });
    for (const diner of diners) await diner.close();
  },
  guest: async ({ baseURL }, lend) => {
    const diner = await Diner.guest(baseURL ?? "");
    await diner.get("/");
    await lend(diner);
    await diner.close();
  },
});
