import type { AuthProvider } from "ra-core";
import { dataProviderOver } from "@/console/app/data-provider";
import type { FrontEnd } from "@/console/app/Providers";
import { browser, currentShell, request, send } from "@/owner/api";

export async function signOut(): Promise<void> {
  const { redirect_to } = await send("DELETE", "/owners/sign_out");
  await forgetOfflineData();
  browser.assign(redirect_to);
}

/** Deletes guest data from this device at the end of the session. Without storage there is nothing to delete. */
async function forgetOfflineData(): Promise<void> {
  const { deleteDrafts } = await import("./drafts");
  deleteDrafts();
  const { clearOfflineData } = await import("./offline");
  await clearOfflineData().catch(() => undefined);
}

/** The server controls access: without a session it returns no page. */
const authProvider: AuthProvider = {
  login: () => Promise.resolve(),
  logout: async () => {
    await signOut();
    return false;
  },
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  getIdentity: () => {
    const session = currentShell()?.session;
    return Promise.resolve({ id: session?.email ?? "", fullName: session?.nickname ?? "" });
  },
  canAccess: () => Promise.resolve(true),
};

export const frontEnd: FrontEnd = {
  basename: "/owners",
  dataProvider: dataProviderOver("/owners/api/resources", request),
  authProvider,
};
