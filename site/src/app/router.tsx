import type { ComponentType } from "react";
import { createBrowserRouter, createMemoryRouter } from "react-router";
import type { DataRouter, RouteObject, ShouldRevalidateFunctionArgs } from "react-router";
import { pageComponent } from "@seki/shared/navigation";
import type { PageName } from "@/api";
import { searchLoader } from "@/features/plans/model/search-loader";
import { addLaterTexts } from "@/i18n/setup";
import { WELCOME_BY_DOT, localePrefixOf, missingPageLoader, pageLoader, pagePatterns } from "@/navigation";
import { PageSkeleton } from "@/ui";
import { RootLayout } from "./RootLayout";
import { RouteError } from "./RouteError";
import { WidgetError, WidgetLayout } from "./WidgetLayout";

type PageModule = { default: ComponentType };

/** Pages that a visitor opens first. They need only the first part of the texts. */
const FIRST_PAGES: ReadonlySet<PageName> = new Set<PageName>(["home", "restaurant", "widget"]);

async function withLaterTexts(load: () => Promise<PageModule>): Promise<PageModule> {
  const [module] = await Promise.all([load(), addLaterTexts()]);
  return module;
}

function page(
  name: keyof typeof pagePatterns & PageName,
  load: () => Promise<PageModule>,
  extra: Partial<Pick<RouteObject, "shouldRevalidate" | "loader" | "errorElement">> = {},
): RouteObject {
  const loadAll = FIRST_PAGES.has(name) ? load : () => withLaterTexts(load);
  return {
    id: name,
    path: pagePatterns[name],
    loader: pageLoader(name),
    lazy: { Component: () => pageComponent(loadAll, <PageSkeleton />) },
    errorElement: <RouteError />,
    ...extra,
  };
}

/** The date and the slot are in the query, and need no new page from the server. */
function unlessOnlyTheQueryChanged({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const samePage = currentUrl.pathname === nextUrl.pathname;
  return samePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}

/** Builds new routes for each router, because a router consumes their lazy parts. */
function siteRoutes(): RouteObject[] {
  return [
    {
      element: <WidgetLayout />,
      hydrateFallbackElement: <PageSkeleton />,
      errorElement: <WidgetError />,
      children: [page("widget", () => import("@/features/widget/pages/WidgetPage"), { errorElement: <WidgetError /> })],
    },
    {
      element: <RootLayout />,
      hydrateFallbackElement: <PageSkeleton />,
      errorElement: <RouteError />,
      children: [
        page("home", () => import("@/features/restaurants/pages/HomePage")),
        page("restaurant", () => import("@/features/restaurants/pages/RestaurantPage")),
        page("new_reservation", () => import("@/features/booking/pages/NewReservationPage"), {
          shouldRevalidate: unlessOnlyTheQueryChanged,
        }),
        page("review", () => import("@/features/review/pages/ReviewPage")),
        page("upcoming_reservations", () => import("@/features/reservations/pages/UpcomingReservationsPage")),
        page("reservation", () => import("@/features/reservations/pages/ReservationPage")),
        page("reservation_edit", () => import("@/features/reservations/pages/ReservationEditPage")),
        page("payment_histories", () => import("@/features/receipts/pages/PaymentHistoriesPage")),
        page("invited_reservations", () => import("@/features/invitations/pages/InvitedReservationsPage")),
        page("invited_reservation", () => import("@/features/invitations/pages/InvitedReservationPage")),
        page("customers", () => import("@/features/restaurants/pages/FavoritesPage")),
        page("preferred", () => import("@/features/raffles/pages/PreferredPage")),
        page("raffle", () => import("@/features/raffles/pages/RafflePage")),
        page("raffle_bulk_entry", () => import("@/features/raffles/pages/RaffleBulkEntryPage")),
        page("raffle_round", () => import("@/features/raffles/pages/RaffleRoundPage")),
        page("sign_up", () => import("@/features/accounts/pages/SignUpPage")),
        page("sign_in", () => import("@/features/accounts/pages/SignInPage")),
        page("password_new", () => import("@/features/accounts/pages/PasswordNewPage")),
        page("password_edit", () => import("@/features/accounts/pages/PasswordEditPage")),
        page("two_factor", () => import("@/features/accounts/pages/TwoFactorPage")),
        page("pick_restaurants", () => import("@/features/after-registration/pages/PickRestaurantsPage")),
        page("after_pickup_restaurants", () => import("@/features/after-registration/pages/AfterPickupPage")),
        page("confirm_email", () => import("@/features/after-registration/pages/ConfirmEmailPage")),
        page("profile", () => import("@/features/profile/pages/ProfilePage")),
        page("account_deletion", () => import("@/features/profile/pages/AccountDeletionPage")),
        page("account", () => import("@/features/profile/pages/AccountPage")),
        page("email_edit", () => import("@/features/profile/pages/EmailEditPage")),
        page("interest_tags", () => import("@/features/interests/pages/InterestTagsPage")),
        page("captcha_challenge", () => import("@/features/captcha/pages/CaptchaChallengePage")),
        page("phone_edit", () => import("@/features/accounts/pages/PhoneEditPage")),
        page("security_settings", () => import("@/features/profile/pages/SecuritySettingsPage")),
        page("legal_document", () => import("@/features/legal/pages/LegalDocumentPage")),
        page("help", () => import("@/features/help/pages/HelpPage")),
        page("announcement_subscription", () => import("@/features/announcements/pages/AnnouncementSubscriptionPage")),
        page("credit_card_edit", () => import("@/features/profile/pages/CreditCardPage")),
        page("premium_green", () => import("@/features/plans/pages/PremiumGreenPage")),
        page("premium", () => import("@/features/plans/pages/PremiumPage")),
        page("premium_welcome", () => import("@/features/plans/pages/PremiumWelcomePage")),
        page("premium_restaurants", () => import("@/features/plans/pages/PremiumRestaurantsPage"), {
          loader: searchLoader,
        }),
        page("premium_calendar", () => import("@/features/plans/pages/PremiumCalendarPage")),
        {
          ...page("premium_welcome", () => import("@/features/plans/pages/PremiumWelcomePage")),
          id: "premium_welcome_by_dot",
          path: WELCOME_BY_DOT,
        },
        page("premium_plans_new", () => import("@/features/plans/pages/PremiumPlansNewPage")),
        page("gold", () => import("@/features/plans/pages/GoldPage")),
        page("gold_rounds", () => import("@/features/plans/pages/GoldRoundsPage")),
        page("ohc", () => import("@/features/plans/pages/OhcPage")),
        { path: "*", loader: missingPageLoader, element: null, errorElement: <RouteError /> },
      ],
    },
  ];
}

export function createSiteRouter(pathname: string): DataRouter {
  return createBrowserRouter(siteRoutes(), { basename: localePrefixOf(pathname) || "/" });
}

export function createTestRouter(address: string): DataRouter {
  return createMemoryRouter(siteRoutes(), { initialEntries: [address] });
}
