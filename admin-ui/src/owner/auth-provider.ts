import type { AuthProvider } from "ra-core";
import { leaveFor } from "@/console/api";
import { currentShell, isOwnerOrAdmin, mayExport, mayWrite, send } from "@/owner/api";
import type { RightsSection } from "@/owner/api";

/** The section of each resource, which decides who may read and change it. */
const SECTIONS: Partial<Record<string, RightsSection>> = {
  announcements: "office",
  restaurant_charge_invoices: "office",
  staff: "office",
};

/**
 * The sessions of a restaurant's staff. A sign-in that still lacks its second factor has no session: the server answers
 * each page with that step. The client of the calls handles an expired session: it opens the sign-in page, or keeps a
 * page with unsaved input, so `checkError` ends no session.
 */
export const authProvider: AuthProvider = {
  login: async ({ email, password }: { email: string; password: string }) => {
    const { redirect_to } = await send("POST", "/owners/sign_in", { body: { owner: { email, password } } });
    return await leaveFor(redirect_to);
  },
  logout: async () => {
    const { redirect_to } = await send("DELETE", "/owners/sign_out");
    await forgetOfflineData();
    return await leaveFor(redirect_to);
  },
  checkAuth: () => (session() === null ? Promise.reject(new Error("signed out")) : Promise.resolve()),
  checkError: () => Promise.resolve(),
  getIdentity: () => Promise.resolve({ id: session()?.email ?? "", fullName: session()?.nickname ?? "" }),
  getPermissions: () => Promise.resolve(session()?.role ?? null),
  canAccess: ({ action, resource }) => Promise.resolve(mayDo(action, SECTIONS[resource] ?? "floor")),
};

function session() {
  return currentShell()?.session ?? null;
}

function mayDo(action: string, section: RightsSection): boolean {
  const role = session()?.role;
  if (action === "export") return mayExport(role);
  const isRead = action === "list" || action === "show";
  return isRead ? section === "floor" || isOwnerOrAdmin(role) : mayWrite(role, section);
}

/** Deletes guest data from this device at the end of the session. Without storage there is nothing to delete. */
async function forgetOfflineData(): Promise<void> {
  const { deleteDrafts } = await import("./drafts");
  deleteDrafts();
  const { clearOfflineData } = await import("./offline");
  await clearOfflineData().catch(() => undefined);
}
