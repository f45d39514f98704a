import type { MonthAvailability, PageData, PageName, RestaurantRaffle, SiteConfig } from "@/api";
import type { MockAnswer } from "./mock-calls";

/** Kenji subscribes to premium, and Aoi is invited to gold. */
export type Visitor = "guest" | "hanako" | "emma" | "kenji" | "aoi";

export interface MockWorld {
  visitor: Visitor;
  locale: "ja" | "en";
  today: string;
  config: SiteConfig;
  favorites: Set<string>;
  card: boolean;
  cancelled: Set<string>;
  /** The raffle as a diner sees it; for a visitor `participation` is null. */
  raffle: RestaurantRaffle;
  /** The reason why the reservation cannot be changed. */
  locked_reason: string | null;
  /** Data that overrides the pages' defaults. */
  pages: { [Name in PageName]?: Partial<PageData[Name]> };
  /** Months whose availability differs from the default, by month, as every request returns them. */
  months: Record<string, MonthAvailability>;
  /** Responses that calls return in turn before the default, by method and path. */
  answers: Record<string, MockAnswer[]>;
  /** Responses of calls whose lists are empty by default, by path. */
  lists: Record<string, unknown>;
}
