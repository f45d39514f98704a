import { shellState } from "@seki/shared/shell";
import type { AdminSession, ConsoleConfig, ConsolePage, Locale, RestaurantSession } from "./types";

export interface Shell {
  /** Null on the sign-in page, and for an admin without a restaurant. */
  session: RestaurantSession | null;
  /** Null on the owners' pages, and before signing in. */
  admin: AdminSession | null;
  config: ConsoleConfig;
  locale: Locale;
}

export const { rememberPage, currentShell, useShell } = shellState<ConsolePage, Shell>(
  ({ session, admin, config, locale }) => ({ session, admin, config, locale }),
);
