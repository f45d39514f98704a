import { test as base } from "@playwright/test";
import type { ConsoleMessage, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { Diner } from "./diner";
import { DemoClock } from "./clock";
import { freeDayOf } from "./days";
import type { FreeDay } from "./days";
import { demoOf, STARTED_WITHIN } from "./demos";

export { expect } from "@playwright/test";

/** A refusal the page deals with is no mistake of the page; Chromium notes it in the console all the same. */
function isRefusal(message: ConsoleMessage): boolean {
  return (
    message.text().startsWith("Failed to load resource: the server responded with a status of 4") &&
    !new URL(message.location().url).pathname.startsWith("/assets/")
  );
}

/** Reports a request that the product's back-pressure rejected for a while, with the time to retry. */
class Busy {
  private readonly addresses = new Set<string>();
  private readonly notes = new Map<string, string>();

  note(complaint: string, address: string): void {
    this.notes.set(complaint, address);
  }

  watch(page: Page): void {
    page.on("response", (answer) => {
      if (answer.status() === 503 && "retry-after" in answer.headers()) this.addresses.add(answer.url());
    });
  }

  /** Whether a complaint is of such an answer, which fails no test by itself and is listed at the end. */
  has(complaint: string): boolean {
    return this.addresses.has(this.notes.get(complaint) ?? "");
  }
}

function watch(page: Page, complaints: string[], busy: Busy): void {
  busy.watch(page);
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" || isRefusal(message)) return;
    const complaint = `${page.url()}: ${message.text()}`;
    busy.note(complaint, message.location().url);
    complaints.push(complaint);
  });
}

interface Fixtures {
  /** Messages of pages in the console; a test that leaves any fails. */
  complaints: string[];
  fresh: (options?: { locale?: string; confirmsAddress?: boolean }) => Promise<Diner>;
  as: (email: string) => Promise<Diner>;
  guest: Diner;
  /** A day of a restaurant that no other test of this demo is given. */
  freeDay: FreeDay;
  /** Registers what is put back after the test, however it ends; what was registered last comes first. */
  afterwards: (step: () => Promise<unknown>) => void;
  clock: DemoClock;
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
    async ({ context }, lend, { annotations }) => {
      const complaints: string[] = [];
      const busy = new Busy();
      context.on("page", (page) => watch(page, complaints, busy));
      await lend(complaints);
      for (const description of complaints.filter((each) => busy.has(each))) {
        annotations.push({ type: "busy", description });
      }
      expect(
        complaints.filter((each) => !busy.has(each)),
        "the console stays clean",
      ).toEqual([]);
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
  freeDay: async ({ demo }, lend) => lend((slug, kind) => freeDayOf(demo, slug, kind)),
  afterwards: async ({}, lend) => {
    const steps: (() => Promise<unknown>)[] = [];
    await lend((step) => steps.push(step));
    for (const step of steps.toReversed()) await step();
  },
  clock: async ({ demo }, lend) => {
    const clock = await DemoClock.of(demo);
    await lend(clock);
    await clock.close();
  },
  guest: async ({ baseURL }, lend) => {
    const diner = await Diner.guest(baseURL ?? "");
    await diner.get("/");
    await lend(diner);
    await diner.close();
  },
});
