import { shellState } from "@seki/shared/shell";
import type { ConsoleConfig, ConsolePage, Locale, RestaurantSession } from "./types";

export interface Shell {
  /** Null on the sign-in page, and for an admin who is at no restaurant. */
  session: RestaurantSession | null;
  config: ConsoleConfig;
  locale: Locale;
}

export const { rememberPage, currentShell, useShell } = shellState<ConsolePage, Shell>(
  ({ session, config, locale }) => ({ session, config, locale }),
);
