import { expect } from "@playwright/test";
import type { APIRequestContext, Page } from "@playwright/test";
import { unusedContact, PASSWORD } from "./diner";

/** The reason and the proof that an admin's privileged call requires in addition to the permission. */
export const JUSTIFICATION = { reason: "電話でのご依頼", current_password: PASSWORD };

/** Signs the page's browser in as an admin, by default the one who has every permission. */
export async function signInAsAdmin(page: Page, email = "admin@seki.test"): Promise<void> {
  const signInPage = await page.request.get("/admin/sign_in", { headers: { Accept: "application/json" } });
  const headers = { Accept: "application/json", "X-CSRF-Token": signInPage.headers()["x-csrf-token"] ?? "" };
  const data = { admin_user: { email, password: PASSWORD } };
  const answer = await page.request.post("/admin/sign_in", { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Opens the account of an admin with these permissions; answers its address. */
export async function newAdmin(api: APIRequestContext, flags: string[] = []): Promise<string> {
  const { email } = unusedContact();
  const data = { email, password: PASSWORD, nickname: "新井 一", flags };
  const answer = await api.post("/dev/admins", { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return email;
}

/** Returns the uid of the newest account that an admin finds by a number, address or name. */
export async function accountOf(api: APIRequestContext, q: string): Promise<string> {
  const filter = encodeURIComponent(JSON.stringify({ q }));
  const answer = await api.get(`/admin/api/resources/users?filter=${filter}`, {
    headers: { Accept: "application/json" },
  });
  const [found] = (await answer.json()) as { uid: string }[];
  if (found === undefined) throw new Error(`no account is found by ${q}`);
  return found.uid;
}

/** Marks a diner as invited to tiers, as an admin does on their page; the browser is an admin's already. */
export async function inviteToTiers({ request }: Pick<Page, "request">, email: string): Promise<void> {
  const page = await request.get("/admin/users", { headers: { Accept: "application/json" } });
  const user = { is_agent: false, is_gold_invited: true, is_ohc_invited: true };
  const answer = await request.patch(`/admin/users/${await accountOf(request, email)}`, {
    data: { user },
    headers: { Accept: "application/json", "X-CSRF-Token": page.headers()["x-csrf-token"] ?? "" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
