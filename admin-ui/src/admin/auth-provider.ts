import type { AuthProvider } from "ra-core";
import { leaveFor } from "@/console/api";
import { currentShell, send } from "@/admin/api";
import { mayDo } from "./access";

/**
 * The admins' sessions. A sign-in that still lacks its second factor has no admin: the server answers each page with
 * that step. The client of the calls handles an expired session: it opens the sign-in page, or keeps a page with
 * unsaved input, so `checkError` ends no session.
 */
export const authProvider: AuthProvider = {
  login: async ({ email, password }: { email: string; password: string }) => {
    const { redirect_to } = await send("POST", "/admin/sign_in", { body: { admin_user: { email, password } } });
    return await leaveFor(redirect_to);
  },
  logout: async () => {
    const { redirect_to } = await send("DELETE", "/admin/sign_out");
    return await leaveFor(redirect_to);
  },
  checkAuth: () => (admin() === null ? Promise.reject(new Error("signed out")) : Promise.resolve()),
  checkError: () => Promise.resolve(),
  getIdentity: () => Promise.resolve({ id: admin()?.email ?? "", fullName: admin()?.nickname ?? "" }),
  getPermissions: () => Promise.resolve(admin()?.flags ?? null),
  canAccess: ({ action, resource }) => Promise.resolve(mayDo(admin()?.flags, action, resource)),
};

function admin() {
  return currentShell()?.admin ?? null;
}
