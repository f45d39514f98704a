import { expect, it } from "vitest";
import { pathElsewhere } from "./RestaurantSwitcher";

it.each([
  ["/owners/reservations/abc", "/owners/reservations"],
  ["/owners/customers/abc", "/owners/customers"],
  ["/owners/announcements/7/edit", "/owners/announcements"],
  ["/owners/reservation_cancel_requests/new", "/owners/reservations"],
  ["/owners/restaurant_delivery_settings/sushi/edit", "/owners"],
  ["/owners/customers", "/owners/customers"],
  ["/owners/daily_calendars/2026-12-08", "/owners/daily_calendars/2026-12-08"],
  ["/owners", "/owners"],
])("%s leads to %s of another restaurant", (path, elsewhere) => expect(pathElsewhere(path)).toBe(elsewhere));
