import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { PASSWORD } from "./diner";

/** Signs the page's browser in as an admin, by default the one who has every permission. */
export async function signInAsAdmin(page: Page, email = "admin@seki.test"): Promise<void> {
  const door = await page.request.get("/admin/sign_in", { headers: { Accept: "application/json" } });
  const headers = { Accept: "application/json", "X-CSRF-Token": door.headers()["x-csrf-token"] ?? "" };
  const data = { admin_user: { email, password: PASSWORD } };
  const answer = await page.request.post("/admin/sign_in", { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
}
