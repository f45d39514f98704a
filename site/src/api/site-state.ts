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

/** Who the last page was for; null before the first one. */
export function currentSession(): SessionInfo | null {
  return currentShell()?.session ?? null;
}

export function useSession(): SessionInfo {
  return useShell().session;
}

export function useSiteConfig(): SiteConfig {
  return useShell().config;
}
