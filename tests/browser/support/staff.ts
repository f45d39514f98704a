import { expect, request } from "@playwright/test";
import type { APIRequestContext, BrowserContext, Locator, Page } from "@playwright/test";
import type { FreeDay } from "./days";
import { unusedContact, PASSWORD } from "./diner";

/** A member of staff, signed in over HTTP; the terms are agreed to in the demo. */
export class Staff {
  private constructor(readonly api: APIRequestContext) {}

  static async signedIn(baseURL: string, email = "owner@seki.test"): Promise<Staff> {
    const api = await request.newContext({ baseURL, extraHTTPHeaders: { Accept: "application/json" } });
    const signInPage = await api.get("/owners/sign_in");
    const headers = { "X-CSRF-Token": signInPage.headers()["x-csrf-token"] ?? "" };
    const answer = await api.post("/owners/sign_in", { data: { owner: { email, password: PASSWORD } }, headers });
    expect(answer.status(), await answer.text()).toBe(200);
    return new Staff(api);
  }

  async page<D>(path: string): Promise<D> {
    const answer = await this.api.get(path);
    expect(answer.status(), `GET ${path}`).toBe(200);
    return ((await answer.json()) as { data: D }).data;
  }

  /** A write over HTTP, signed with the page's token. */
  async write<A>(method: "PATCH" | "POST" | "PUT", path: string, data: object): Promise<A> {
    const token = (await this.api.get("/owners")).headers()["x-csrf-token"] ?? "";
    const answer = await this.api.fetch(path, { method, data, headers: { "X-CSRF-Token": token } });
    expect([200, 201], `${method} ${path}: ${await answer.text()}`).toContain(answer.status());
    return (await answer.json()) as A;
  }

  async patch(path: string, data: object): Promise<void> {
    await this.write("PATCH", path, data);
  }

  /** Lends the session to a browser. */
  async enter(context: BrowserContext): Promise<void> {
    const { cookies } = await this.api.storageState();
    await context.addCookies(cookies);
  }

  close(): Promise<void> {
    return this.api.dispose();
  }
}

/** Opens the account of an owner of these restaurants, who has agreed to the terms or is asked to; answers its address. */
export async function newOwner(api: APIRequestContext, slugs: string[], termsAgreed = true): Promise<string> {
  const { email } = unusedContact();
  const account = { email, password: PASSWORD, nickname: "新井 一", restaurant_slugs: slugs };
  const answer = await api.post("/dev/owners", { data: { ...account, terms_agreed: termsAgreed } });
  expect(answer.status(), await answer.text()).toBe(201);
  return email;
}

/** The restaurant's today, and the day after it. */
export async function tomorrowOf(staff: Staff, slug: string): Promise<string> {
  const answer = await staff.api.get(`/owners?owners_restaurant_slug=${slug}`);
  const { session } = (await answer.json()) as { session: { restaurant: { today: string } } };
  const next = new Date(`${session.restaurant.today}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** Signs an owner in, also in the browser, and takes an empty day of the restaurant. */
export async function staffOnEmptyDay(
  page: Page,
  baseURL: string | undefined,
  freeDay: FreeDay,
  slug: string,
): Promise<{ staff: Staff; date: string }> {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await tomorrowOf(staff, slug);
  return { staff, date: await freeDay(slug, "empty") };
}

/** The day `days` days after another. */
export function laterThan(date: string, days: number): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + days);
  return next.toISOString().slice(0, 10);
}

/** Puts the reviews of a day off, as closing their modal does: late in the evening it would open over the day. */
export async function putReviewsOff(page: Page, date: string): Promise<void> {
  await page.addInitScript(
    (day) => {
      const key = "seki_owner_review_dismissed";
      const dates = (localStorage.getItem(key) ?? "").split(",").filter((each) => each !== "" && each !== day);
      localStorage.setItem(key, [...dates, day].join(","));
    },
    date.replaceAll("-", ""),
  );
}

/** Opens a day's calendar, once its changes come by themselves. */
export async function openDay(page: Page, date: string, slug?: string): Promise<Locator> {
  const query = slug === undefined ? "" : `?owners_restaurant_slug=${slug}`;
  await page.goto(`/owners/daily_calendars/${date}${query}`);
  await expect(page.locator("[data-live=true]")).toBeVisible();
  return page.getByRole("grid");
}

/** The link of an invitation to a restaurant's staff, in the newest mail to an address. */
export async function staffInvitation(page: Page, address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const inbox = await page.request.get("/dev/inbox", {
        params: { to: address },
        headers: { Accept: "application/json" },
      });
      const { messages } = (await inbox.json()) as { messages: { text: string }[] };
      link = /\/owners\/staff_invitation\?token=\S+/.exec(messages[0]?.text ?? "")?.[0];
      return link;
    })
    .toBeDefined();
  return link ?? "";
}
