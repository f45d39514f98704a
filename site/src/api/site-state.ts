import { shellState } from "@seki/shared/shell";
import type { Page, SessionInfo, SiteConfig } from "./types";

interface SiteState {
  session: SessionInfo;
  config: SiteConfig;
}

export const { rememberPage, useShell } = shellState<Page, SiteState>(({ session, config }) => ({ session, config }));

export function useSession(): SessionInfo {
  return useShell().session;
}

export function useSiteConfig(): SiteConfig {
  return useShell().config;
}
