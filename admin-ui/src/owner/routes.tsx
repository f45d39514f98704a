import type { ComponentType } from "react";
import type { I18nProvider } from "ra-core";
import { createBrowserRouter } from "react-router";
import type { DataRouter, RouteObject } from "react-router";
import type { PageName } from "@/api";
import { Providers } from "@/app/Providers";
import { localePrefixOf, missingPageLoader, pageLoader, paths } from "@/navigation";
import { PageSkeleton } from "@/ui";
import { isSamePage } from "@/ui/lists/address";
import { ErrorPage } from "./errors/ErrorPage";
import { OfficeLayout } from "./layout/OfficeLayout";

type PageModule = { default: ComponentType };

/** A page: its name in the server's envelope, its address, and its component, fetched when it is first opened. */
function page(name: PageName, path: string, load: () => Promise<PageModule>): RouteObject {
  return {
    id: name,
    path,
    loader: pageLoader(name),
    lazy: { Component: async () => (await load()).default },
    errorElement: <ErrorPage />,
  };
}

/** The same for a page with a list, which fetches its other rows itself. */
function listPage(name: PageName, path: string, load: () => Promise<PageModule>, ...more: string[]): RouteObject {
  return {
    ...page(name, path, load),
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate && !isSamePage(currentUrl, nextUrl, ...more),
  };
}

/**
 * The pages of the back office, one line each. A page's file is named after its page (`owner_home` is `OwnerHomePage`):
 * the server preloads it by that name.
 */
const pages = (): RouteObject[] => [
  page("owner_sign_in", "/owners/sign_in", () => import("./sign-in/OwnerSignInPage")),
  page("owner_home", "/owners", () => import("./home/OwnerHomePage")),
  page("owner_customers", "/owners/customers", () => import("./customers/OwnerCustomersPage")),
  page("owner_customer", "/owners/customers/:uid", () => import("./customers/OwnerCustomerPage")),
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
  page(
    "owner_daily_calendar",
    "/owners/daily_calendars/:date",
    () => import("./daily-calendar/OwnerDailyCalendarPage"),
  ),
  page("owner_notifications", "/owners/notifications", () => import("./notifications/OwnerNotificationsPage")),
  page("owner_monthly_calendar", "/owners/monthly_calendars/:month", () => import("./days/OwnerMonthlyCalendarPage")),
  page("owner_holidays", "/owners/holidays", () => import("./days/OwnerHolidaysPage")),
  page(
    "owner_restaurant_operation",
    "/owners/restaurant_operation/edit",
    () => import("./cancellation-settings/OwnerRestaurantOperationPage"),
  ),
  page("owner_reservations", "/owners/reservations", () => import("./reservations/OwnerReservationsPage")),
  page("owner_reservation", "/owners/reservations/:uid", () => import("./reservations/OwnerReservationPage")),
  page(
    "owner_cancel_request",
    "/owners/reservation_cancel_requests/new",
    () => import("./reservations/OwnerCancelRequestPage"),
  ),
  page("admin_reservation", "/admin/reservations/:uid", () => import("./operator/AdminReservationPage")),
  page(
    "admin_reservation_charges",
    "/admin/reservations/:uid/reservation_charges",
    () => import("./operator/AdminReservationChargesPage"),
  ),
];

/** Made anew for each router, which consumes the lazy parts. */
function routes(i18nProvider: I18nProvider): RouteObject[] {
  const around = (element: RouteObject["element"]) => <Providers i18nProvider={i18nProvider}>{element}</Providers>;
  return [
    {
      element: around(<OfficeLayout />),
      hydrateFallbackElement: around(<PageSkeleton />),
      errorElement: around(<ErrorPage />),
      children: [...pages(), { path: "*", loader: missingPageLoader, element: null, errorElement: <ErrorPage /> }],
    },
  ];
}

export function createOwnerRouter(pathname: string, i18nProvider: I18nProvider): DataRouter {
  return createBrowserRouter(routes(i18nProvider), { basename: localePrefixOf(pathname) || "/" });
}
