import { expect, it } from "vitest";
import { rememberPage } from "@/console/api";
import { authProvider } from "./auth-provider";

function signIn(role: string | null): void {
  const session = role === null ? null : { email: "owner@seki.test", nickname: "大将", role, restaurants: [] };
  const page = { csrf_token: "t", session, admin: null, locale: "ja", now: "2026-12-08T18:00:00+09:00", flash: [] };
  rememberPage(page as never);
}

const may = (action: string, resource: string) => authProvider.canAccess?.({ action, resource });

it("names the member of staff and the role of the page's session", async () => {
  signIn("floor");
  expect(await authProvider.getIdentity?.()).toEqual({ id: "owner@seki.test", fullName: "大将" });
  expect(await authProvider.getPermissions?.({})).toBe("floor");
  signIn(null);
  await expect(authProvider.checkAuth({})).rejects.toThrow("signed out");
});

it.each([
  ["owner", [true, true, true]],
  ["read_only", [true, false, false]],
  ["floor", [false, false, false]],
] as const)("lets a %s list, create and export announcements: %j", async (role, expected) => {
  signIn(role);
  const actions = ["list", "create", "export"].map((action) => may(action, "announcements"));
  expect(await Promise.all(actions)).toEqual(expected);
});

it("lets the floor change the blacklist", async () => {
  signIn("floor");
  expect(await may("create", "restaurant_blacklisted_phone_numbers")).toBe(true);
  signIn("read_only");
  expect(await may("delete", "restaurant_blacklisted_phone_numbers")).toBe(false);
});
