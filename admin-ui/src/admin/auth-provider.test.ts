import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { rememberPage } from "@/console/api";
import { authProvider } from "./auth-provider";

const page = (admin: object | null) =>
  rememberPage({
    csrf_token: "t",
    session: null,
    admin,
    locale: "ja",
    now: "2026-12-08T18:00:00+09:00",
    flash: [],
  } as never);
const identity = { email: "admin@seki.test", nickname: "運営" };

const mayList = (resource: string) => authProvider.canAccess?.({ action: "list", resource });

beforeEach(() => page({ ...identity, flags: { refunds: false, privacy_erase: true }, restaurant: null }));

it("names the admin and the permissions of the page's session", async () => {
  expect(await authProvider.getIdentity?.()).toEqual({ id: "admin@seki.test", fullName: "運営" });
  expect(await authProvider.getPermissions?.({})).toMatchObject({ privacy_erase: true });
  await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
});

it("opens resources with a permission to its holders only", async () => {
  expect(await mayList("payment_adjustments")).toBe(false);
  expect(await mayList("privacy")).toBe(true);
  expect(await mayList("restaurants")).toBe(true);
  expect(await authProvider.canAccess?.({ action: "export", resource: "users" })).toBe(false);
});

it("has no session before the second factor", async () => {
  page(null);
  await expect(authProvider.checkAuth({})).rejects.toThrow("signed out");
  expect(await authProvider.getPermissions?.({})).toBeNull();
});

it("keeps the page when a call's session has expired, because the client has opened the sign-in page", async () => {
  await expect(authProvider.checkError({ status: 401 })).resolves.toBeUndefined();
});

it("signs in with a document of the server, which may be the second factor", async () => {
  const assign = vi.spyOn(api.browser, "assign").mockImplementation(() => undefined);
  const send = vi.spyOn(api, "send").mockResolvedValue({ redirect_to: "/admin/second_factor" } as never);
  void authProvider.login({ email: "admin@seki.test", password: "Seki-2026" });
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/admin/second_factor"));
  const admin_user = { email: "admin@seki.test", password: "Seki-2026" };
  expect(send).toHaveBeenCalledWith("POST", "/admin/sign_in", { body: { admin_user } });
});
