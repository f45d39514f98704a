import type { I18nProvider } from "ra-core";
import type { DataRouter, RouteObject } from "react-router";
import { createFrontEndRouter, pageRoute, withList, withTexts } from "@/console/app/router";
import type { PageModule } from "@/console/app/router";
import type { PageName } from "@/owner/api";
import { missingPageLoader, pageLoader, paths } from "@/owner/navigation";
import { dayLoader } from "@/owner/offline/cached-pages";
import { loadLaterTexts } from "./i18n/load-texts";
import { OwnerLayout } from "./layout/OwnerLayout";
import { frontEnd } from "./front-end";
import { resources } from "./resources";

function page(name: PageName, path: string, load: () => Promise<PageModule>): RouteObject {
  return pageRoute(name, path, pageLoader(name), load);
}

function listPage(name: PageName, path: string, load: () => Promise<PageModule>, ...ownParameters: string[]) {
  return withList(page(name, path, load), ...ownParameters);
}

/**
 * Routes of the owner console. A page's file is named after its page (`owner_home` is `OwnerHomePage`): the server
 * preloads it by that name.
 */
const pages = (): RouteObject[] => [
  page("owner_sign_in", "/owners/sign_in", () => import("./sign-in/OwnerSignInPage")),
  page("owner_second_factor", "/owners/second_factor", () => import("./sign-in/OwnerSecondFactorPage")),
  page("owner_password_new", "/owners/password/new", () => import("./sign-in/OwnerPasswordNewPage")),
  page("owner_password_edit", "/owners/password/edit", () => import("./sign-in/OwnerPasswordEditPage")),
  page("owner_staff_invitation", "/owners/staff_invitation", () => import("./staff/OwnerStaffInvitationPage")),
  listPage("owner_staff", paths.staff, () => import("./staff/OwnerStaffPage")),
  page("owner_security_settings", paths.security, () => import("./security/OwnerSecuritySettingsPage")),
  page("owner_home", "/owners", () => import("./home/OwnerHomePage")),
  page(
    "owner_reports",
    paths.reports,
    withTexts(() => import("./reports/OwnerReportsPage"), loadLaterTexts),
  ),
  page("owner_customers", "/owners/customers", () => import("./customers/OwnerCustomersPage")),
  page("owner_customer", "/owners/customers/:uid", () => import("./customers/OwnerCustomerPage")),
  listPage("owner_reviews", paths.reviews, () => import("./reviews/OwnerReviewsPage")),
  listPage("owner_blacklist", paths.blacklist, () => import("./blacklist/OwnerBlacklistPage")),
  listPage("owner_announcements", "/owners/announcements", () => import("./announcements/OwnerAnnouncementsPage")),
  page("owner_new_announcement", "/owners/announcements/new", () => import("./announcements/OwnerNewAnnouncementPage")),
  page(
    "owner_edit_announcement",
    "/owners/announcements/:id/edit",
    () => import("./announcements/OwnerEditAnnouncementPage"),
  ),
  page(
    "owner_confirm_announcement",
    "/owners/announcements/:id/confirm",
    () => import("./announcements/OwnerConfirmAnnouncementPage"),
  ),
  page(
    "owner_announcement_resend",
    "/owners/announcements/:id/resend_review",
    () => import("./announcements/OwnerAnnouncementResendPage"),
  ),
  page(
    "owner_delivery_settings",
    "/owners/restaurant_delivery_settings/:slug/edit",
    () => import("./delivery/OwnerDeliverySettingsPage"),
  ),
  listPage(
    "owner_charge_invoices",
    paths.invoices,
    () => import("./invoices/OwnerChargeInvoicesPage"),
    "selected_month",
  ),
  pageRoute(
    "owner_daily_calendar",
    "/owners/daily_calendars/:date",
    dayLoader("owner_daily_calendar"),
    () => import("./daily-calendar/OwnerDailyCalendarPage"),
  ),
  pageRoute(
    "owner_floor_plan",
    "/owners/floor_plans/:date",
    dayLoader("owner_floor_plan"),
    () => import("./floor/OwnerFloorPlanPage"),
  ),
  page("owner_notifications", "/owners/notifications", () => import("./notifications/OwnerNotificationsPage")),
  page("owner_monthly_calendar", "/owners/monthly_calendars/:month", () => import("./days/OwnerMonthlyCalendarPage")),
  page("owner_holidays", "/owners/holidays", () => import("./days/OwnerHolidaysPage")),
  page(
    "owner_restaurant_operation",
    "/owners/restaurant_operation/edit",
    () => import("./cancellation-settings/OwnerRestaurantOperationPage"),
  ),
  page("owner_pacing", paths.pacingSettings, () => import("./pacing/OwnerPacingPage")),
  page("owner_reach", paths.reachSettings, () => import("./reach/OwnerReachPage")),
  page("owner_reservations", "/owners/reservations", () => import("./reservations/OwnerReservationsPage")),
  page("owner_reservation", "/owners/reservations/:uid", () => import("./reservations/OwnerReservationPage")),
  page(
    "owner_cancel_request",
    "/owners/reservation_cancel_requests/new",
    () => import("./reservations/OwnerCancelRequestPage"),
  ),
];

export function createOwnerRouter(pathname: string, i18nProvider: I18nProvider): DataRouter {
  const routes = { frontEnd, home: paths.home, layout: OwnerLayout, resources, pages, missingPageLoader };
  return createFrontEndRouter(routes, pathname, i18nProvider);
}
