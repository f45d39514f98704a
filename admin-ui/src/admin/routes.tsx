import type { I18nProvider } from "ra-core";
import type { DataRouter, RouteObject } from "react-router";
import { createFrontEndRouter, pageRoute, withList, withTexts } from "@/console/app/router";
import type { PageModule } from "@/console/app/router";
import type { PageName } from "@/admin/api";
import { missingPageLoader, pageLoader, paths } from "@/admin/navigation";
import { frontEnd } from "./front-end";
import { loadLaterTexts } from "./i18n/load-texts";
import { AdminLayout } from "./layout/AdminLayout";
import { resources } from "./resources";
import { LIST_ADDRESS } from "./restaurants/list-address";

function page(name: PageName, path: string, load: () => Promise<PageModule>): RouteObject {
  return pageRoute(name, path, pageLoader(name), load);
}

/** A page with the later texts. */
function laterPage(name: PageName, path: string, load: () => Promise<PageModule>): RouteObject {
  return page(name, path, withTexts(load, loadLaterTexts));
}

/** The page of a list, with the later texts. `links` are the plain parameters of links to it. */
function listPage(name: PageName, path: string, load: () => Promise<PageModule>, ...links: string[]): RouteObject {
  return withList(laterPage(name, path, load), ...links);
}

/**
 * The admins' pages, one per line. A page's file is named after its page (`admin_reservation` is
 * `AdminReservationPage`): the server preloads it by that name.
 */
const pages = (): RouteObject[] => [
  page("admin_home", paths.home, () => import("./home/AdminHomePage")),
  page("admin_raffle_rounds", "/admin/r/:slug/raffle_rounds", () => import("./raffles/AdminRaffleRoundsPage")),
  page("admin_raffle_round", "/admin/r/:slug/raffle_rounds/:uid", () => import("./raffles/AdminRaffleRoundPage")),
  page("admin_sign_in", "/admin/sign_in", () => import("./sign-in/AdminSignInPage")),
  page("admin_second_factor", "/admin/second_factor", () => import("./sign-in/AdminSecondFactorPage")),
  page("admin_password_new", "/admin/password/new", () => import("./sign-in/AdminPasswordNewPage")),
  page("admin_password_edit", "/admin/password/edit", () => import("./sign-in/AdminPasswordEditPage")),
  page("admin_security_settings", paths.security, () => import("./security/AdminSecuritySettingsPage")),
  listPage("admin_users", paths.users, () => import("./users/AdminUsersPage"), "q"),
  page("admin_user", "/admin/users/:uid", () => import("./users/AdminUserPage")),
  listPage(
    "admin_announcements",
    paths.announcements,
    () => import("./announcements/AdminAnnouncementsPage"),
    "status",
    "subject_type",
    "restaurant",
  ),
  listPage(
    "admin_audit_events",
    paths.audit,
    () => import("./audit/AdminAuditEventsPage"),
    "actor",
    "actor_id",
    "action",
    "restaurant",
    "date",
    "before",
  ),
  listPage(
    "admin_cancel_requests",
    paths.cancelRequests,
    () => import("./cancel-requests/AdminCancelRequestsPage"),
    "all",
  ),
  listPage("admin_disputes", paths.disputes, () => import("./disputes/AdminDisputesPage"), "state"),
  page("admin_dispute", "/admin/disputes/:id", () => import("./disputes/AdminDisputePage")),
  listPage("admin_adjustments", paths.adjustments, () => import("./adjustments/AdminAdjustmentsPage"), "all"),
  page("admin_adjustment", "/admin/payment_adjustments/:uid", () => import("./adjustments/AdminAdjustmentPage")),
  listPage("admin_charges", paths.chargeList, () => import("./charges/AdminChargesPage")),
  laterPage("admin_charge", "/admin/charges/:id", () => import("./charges/AdminChargePage")),
  listPage("admin_refunds", paths.refunds, () => import("./refunds/AdminRefundsPage")),
  laterPage("admin_refund", "/admin/refunds/:id", () => import("./refunds/AdminRefundPage")),
  listPage("admin_ledger_transfers", paths.ledger, () => import("./ledger/AdminLedgerTransfersPage")),
  laterPage("admin_ledger_transfer", "/admin/ledger_transfers/:id", () => import("./ledger/AdminLedgerTransferPage")),
  listPage("admin_payouts", paths.payouts, () => import("./payouts/AdminPayoutsPage")),
  laterPage("admin_payout", "/admin/payouts/:id", () => import("./payouts/AdminPayoutPage")),
  listPage("admin_accounts", paths.accounts, () => import("./accounts/AdminAccountsPage")),
  laterPage("admin_account", "/admin/admin_users/:id", () => import("./accounts/AdminAccountPage")),
  listPage("admin_no_show_fees", paths.noShowFees, () => import("./no-show-fees/AdminNoShowFeesPage"), "all"),
  page("admin_privacy", paths.privacy(), () => import("./privacy/AdminPrivacyPage")),
  page("admin_privacy_subject", "/admin/privacy/:kind/:uid", () => import("./privacy/AdminPrivacySubjectPage")),
  listPage(
    "admin_plan_change_requests",
    paths.planChanges,
    () => import("./plan-changes/AdminPlanChangeRequestsPage"),
    "all",
  ),
  page(
    "admin_plan_change_request",
    "/admin/gold_plan_change_requests/:id",
    () => import("./plan-changes/AdminPlanChangeRequestPage"),
  ),
  page("admin_login_as", "/admin/owners/:id/login_as", () => import("./impersonation/AdminLoginAsPage")),
  withList(
    page("admin_restaurants", paths.restaurants, () => import("./restaurants/AdminRestaurantsPage")),
    ...LIST_ADDRESS,
  ),
  page("admin_new_restaurant", paths.newRestaurant, () => import("./restaurants/AdminNewRestaurantPage")),
  page("admin_restaurant", "/admin/restaurants/:slug", () => import("./restaurants/AdminRestaurantPage")),
  page("admin_edit_restaurant", "/admin/restaurants/:slug/edit", () => import("./restaurants/AdminEditRestaurantPage")),
  page("admin_staff", "/admin/r/:slug/staff", () => import("./staff/AdminStaffPage")),
  page("admin_pictures", "/admin/r/:slug/pictures", () => import("./pictures/AdminPicturesPage")),
  withList(page("admin_masters", "/admin/r/:slug/masters/:name", () => import("./masters/AdminMastersPage"))),
  withList(page("admin_global_masters", "/admin/masters/:name", () => import("./masters/AdminGlobalMastersPage"))),
  page(
    "admin_new_email_subscription",
    "/admin/restaurants/:slug/restaurant_email_subscriptions/new",
    () => import("./restaurants/AdminNewEmailSubscriptionPage"),
  ),
  page(
    "admin_edit_email_subscription",
    "/admin/restaurants/:slug/restaurant_email_subscriptions/:id/edit",
    () => import("./restaurants/AdminEditEmailSubscriptionPage"),
  ),
  page("admin_health", "/admin/health", () => import("./system/AdminHealthPage")),
  listPage("admin_jobs", paths.jobs(), () => import("./system/AdminJobsPage"), "state", "queue"),
  listPage("admin_reservations", paths.reservations, () => import("./reservations/AdminReservationsPage")),
  listPage("admin_raffles", paths.allRaffles, () => import("./raffles/AdminRafflesPage")),
  laterPage("admin_reservation", "/admin/reservations/:uid", () => import("./reservations/AdminReservationPage")),
  laterPage(
    "admin_announcement_release",
    "/admin/announcements/:id/release",
    () => import("./announcements/AdminAnnouncementReleasePage"),
  ),
  page(
    "admin_reservation_charges",
    "/admin/reservations/:uid/reservation_charges",
    () => import("./reservations/AdminReservationChargesPage"),
  ),
  page(
    "admin_online_stock_groups",
    "/admin/r/:slug/online_stock_groups",
    () => import("./sections/AdminOnlineStockGroupsPage"),
  ),
  page(
    "admin_online_stock_group",
    "/admin/r/:slug/online_stock_groups/:uid",
    () => import("./sections/AdminOnlineStockGroupPage"),
  ),
  page(
    "admin_gold_allocation",
    "/admin/r/:slug/online_stock_groups/:uid/gold_allocations/:allocationUid",
    () => import("./sections/AdminGoldAllocationPage"),
  ),
  page(
    "admin_online_reservations",
    "/admin/r/:slug/online_reservations",
    () => import("./sections/AdminOnlineReservationsPage"),
  ),
  page(
    "admin_offsite_reservations",
    "/admin/r/:slug/offsite_reservations",
    () => import("./sections/AdminOffsiteReservationsPage"),
  ),
  page(
    "admin_invited_reservations",
    "/admin/r/:slug/invited_reservations",
    () => import("./sections/AdminInvitedReservationsPage"),
  ),
  page(
    "admin_online_stock_destroyer",
    "/admin/r/:slug/online_stock_destroyer",
    () => import("./sections/AdminOnlineStockDestroyerPage"),
  ),
  page(
    "admin_cancel_coupon_codes",
    "/admin/r/:slug/bulk_cancel_user_coupon_codes/new",
    () => import("./sections/AdminCancelCouponCodesPage"),
  ),
  page(
    "admin_checked_calendars",
    "/admin/r/:slug/bulk_checked_calendars",
    () => import("./sections/AdminCheckedCalendarsPage"),
  ),
  page(
    "admin_round_plans",
    "/admin/r/:slug/reservation_round_plans",
    () => import("./round-plans/AdminRoundPlansPage"),
  ),
  page("admin_round_plans_lint", paths.roundPlansLint, () => import("./round-plans/AdminRoundPlansLintPage")),
  page(
    "admin_operation_slots",
    "/admin/r/:slug/calendar_operation_slots",
    () => import("./operation-slots/AdminOperationSlotsPage"),
  ),
  page(
    "admin_features",
    "/admin/r/:slug/restaurant_feature_availability",
    () => import("./features/AdminFeaturesPage"),
  ),
  page(
    "admin_risky_settings",
    "/admin/r/:slug/restaurant_dengerous_settings",
    () => import("./risky-settings/AdminRiskySettingsPage"),
  ),
  page(
    "admin_refill_templates",
    "/admin/r/:slug/online_stock_refillment_templates",
    () => import("./refills/AdminRefillTemplatesPage"),
  ),
  ...["new", ":id/edit"].map((rest) => ({
    ...page(
      "admin_refill_template",
      `/admin/r/:slug/online_stock_refillment_templates/${rest}`,
      () => import("./refills/AdminRefillTemplatePage"),
    ),
    // One page at two addresses: each route needs its own id.
    id: `admin_refill_template ${rest}`,
  })),
];

export function createAdminRouter(pathname: string, i18nProvider: I18nProvider): DataRouter {
  const routes = { frontEnd, home: paths.home, layout: AdminLayout, resources, pages, missingPageLoader };
  return createFrontEndRouter(routes, pathname, i18nProvider);
}
