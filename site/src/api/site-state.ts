import { shellState } from "@seki/shared/shell";
import type { Page, SessionInfo, SiteConfig } from "./types";

interface SiteState {
  session: SessionInfo;
  config: SiteConfig;
}

const { rememberPage, currentShell, useShell } = shellState<Page, SiteState>(({ session, config }) => ({
  session,
  config,
}));

export { rememberPage };

/** Returns the session of the last page; null before the first page. */
export function currentSession(): SessionInfo | null {
  return currentShell()?.session ?? null;
}

export function useSession(): SessionInfo {
  return useShell().session;
}

export function useSiteConfig(): SiteConfig {
  return useShell().config;
}
