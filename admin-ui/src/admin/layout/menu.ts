import AccountBalanceIcon from "@mui/icons-material/AccountBalance";
import AdminPanelSettingsIcon from "@mui/icons-material/AdminPanelSettings";
import AutorenewIcon from "@mui/icons-material/Autorenew";
import ConfirmationNumberIcon from "@mui/icons-material/ConfirmationNumber";
import DeleteSweepIcon from "@mui/icons-material/DeleteSweep";
import EventAvailableIcon from "@mui/icons-material/EventAvailable";
import EventRepeatIcon from "@mui/icons-material/EventRepeat";
import EventBusyIcon from "@mui/icons-material/EventBusy";
import EventSeatIcon from "@mui/icons-material/EventSeat";
import FactCheckIcon from "@mui/icons-material/FactCheck";
import LanguageIcon from "@mui/icons-material/Language";
import MenuBookIcon from "@mui/icons-material/MenuBook";
import ReceiptLongIcon from "@mui/icons-material/ReceiptLong";
import UndoIcon from "@mui/icons-material/Undo";
import GavelIcon from "@mui/icons-material/Gavel";
import MailIcon from "@mui/icons-material/Mail";
import PersonOffIcon from "@mui/icons-material/PersonOff";
import PublishedWithChangesIcon from "@mui/icons-material/PublishedWithChanges";
import PlagiarismIcon from "@mui/icons-material/Plagiarism";
import RadioButtonCheckedIcon from "@mui/icons-material/RadioButtonChecked";
import ToggleOnIcon from "@mui/icons-material/ToggleOnOutlined";
import WarningAmberIcon from "@mui/icons-material/WarningAmber";
import BookOnlineIcon from "@mui/icons-material/BookOnline";
import CurrencyExchangeIcon from "@mui/icons-material/CurrencyExchange";
import CurrencyYenIcon from "@mui/icons-material/CurrencyYen";
import CampaignIcon from "@mui/icons-material/Campaign";
import ListAltIcon from "@mui/icons-material/ListAlt";
import LocalOfferIcon from "@mui/icons-material/LocalOffer";
import CardGiftcardIcon from "@mui/icons-material/CardGiftcard";
import InfoOutlinedIcon from "@mui/icons-material/InfoOutlined";
import ManageSearchIcon from "@mui/icons-material/ManageSearch";
import MoneyOffIcon from "@mui/icons-material/MoneyOff";
import PaymentsIcon from "@mui/icons-material/Payments";
import CasinoIcon from "@mui/icons-material/Casino";
import CelebrationIcon from "@mui/icons-material/Celebration";
import FlagIcon from "@mui/icons-material/Flag";
import HomeIcon from "@mui/icons-material/HomeOutlined";
import WorkspacePremiumIcon from "@mui/icons-material/WorkspacePremium";
import BadgeIcon from "@mui/icons-material/Badge";
import ChairIcon from "@mui/icons-material/Chair";
import ChecklistIcon from "@mui/icons-material/Checklist";
import GroupsIcon from "@mui/icons-material/Groups";
import HelpOutlineIcon from "@mui/icons-material/HelpOutline";
import LabelIcon from "@mui/icons-material/Label";
import PhotoLibraryIcon from "@mui/icons-material/PhotoLibrary";
import PlaceIcon from "@mui/icons-material/Place";
import RamenDiningIcon from "@mui/icons-material/RamenDining";
import RestaurantMenuIcon from "@mui/icons-material/RestaurantMenu";
import ScheduleIcon from "@mui/icons-material/Schedule";
import TableRestaurantIcon from "@mui/icons-material/TableRestaurant";
import StorefrontIcon from "@mui/icons-material/Storefront";
import PersonSearchIcon from "@mui/icons-material/PersonSearch";
import PrivacyTipIcon from "@mui/icons-material/PrivacyTip";
import MonitorHeartIcon from "@mui/icons-material/MonitorHeart";
import WorkHistoryIcon from "@mui/icons-material/WorkHistory";
import type { AdminFlags, AdminSession } from "@/console/api";
import type { MenuEntry, MenuGroup } from "@/console/frame";
import type { TextKey, Translate } from "@/admin/i18n/use-t";
import { mayDo } from "@/admin/access";
import { paths } from "@/admin/navigation";
import type { Kind } from "@/admin/masters/kinds";

interface Place {
  label: TextKey;
  /** The address; for a restaurant's page at the restaurant `slug`. */
  to: (slug: string) => string;
  Icon: MenuEntry["Icon"];
  /** Matches only this address, and none below it. */
  isAlone?: boolean;
  /** The permission that the entry requires (admin §2). */
  flag?: keyof AdminFlags;
  /** The resource of the page, which only its readers open. */
  resource?: string;
}

/** The kinds of one restaurant's records, in the order of its setup. */
const OWN_KINDS = {
  operations: ScheduleIcon,
  inventory_groups: TableRestaurantIcon,
  inventory_items: ChairIcon,
  courses: RestaurantMenuIcon,
  customer_groups: GroupsIcon,
  calendar_tags: LabelIcon,
  preference_questions: HelpOutlineIcon,
  review_page_items: ChecklistIcon,
  tickets: BookOnlineIcon,
  user_coupon_codes: CardGiftcardIcon,
  charge_rates: CurrencyYenIcon,
} satisfies Partial<Record<Kind, MenuEntry["Icon"]>>;

const TIER_ICONS = {
  gold_rounds: WorkspacePremiumIcon,
  plan_prices: PaymentsIcon,
  campaign_codes: CelebrationIcon,
  coupons: LocalOfferIcon,
};

/** General pages, which belong to no restaurant. */
const generalPlaces: Place[] = [
  { label: "home.title", to: () => paths.home, Icon: HomeIcon },
  { label: "restaurants.title", to: () => paths.restaurants, Icon: StorefrontIcon, isAlone: true },
  { label: "masters.kind.areas", to: () => paths.globalMasters("areas"), Icon: PlaceIcon },
  { label: "masters.kind.cuisines", to: () => paths.globalMasters("cuisines"), Icon: RamenDiningIcon },
  { label: "masters.kind.holidays", to: () => paths.globalMasters("holidays"), Icon: FlagIcon },
  { label: "rounds.lint_title", to: () => paths.roundPlansLint, Icon: PlagiarismIcon },
  { label: "users.title", to: () => paths.users, Icon: PersonSearchIcon },
  { label: "user.bookings", to: () => paths.reservations, Icon: ListAltIcon },
  { label: "raffles.title", to: () => paths.allRaffles, Icon: CasinoIcon },
  { label: "cancel_requests.title", to: () => paths.cancelRequests, Icon: EventBusyIcon },
  { label: "disputes.title", to: () => paths.disputes, Icon: GavelIcon },
  { label: "menu.charges", to: () => paths.chargeList, Icon: ReceiptLongIcon, resource: "charges" },
  {
    label: "adjustment.title",
    to: () => paths.adjustments,
    Icon: CurrencyExchangeIcon,
    resource: "payment_adjustments",
  },
  { label: "menu.refunds", to: () => paths.refunds, Icon: UndoIcon, resource: "refunds" },
  { label: "menu.ledger", to: () => paths.ledger, Icon: MenuBookIcon, resource: "ledger_transfers" },
  { label: "menu.payouts", to: () => paths.payouts, Icon: AccountBalanceIcon, resource: "payouts" },
  { label: "no_show_fees.title", to: () => paths.noShowFees, Icon: PersonOffIcon },
  { label: "privacy.title", to: () => paths.privacy(), Icon: PrivacyTipIcon, resource: "privacy" },
  { label: "plan_changes.title", to: () => paths.planChanges, Icon: PublishedWithChangesIcon },
  { label: "announcements.title", to: () => paths.announcements, Icon: CampaignIcon },
  { label: "menu.accounts", to: () => paths.accounts, Icon: AdminPanelSettingsIcon, resource: "admin_users" },
  { label: "menu.audit", to: () => paths.audit, Icon: ManageSearchIcon },
  { label: "system.health", to: () => paths.health, Icon: MonitorHeartIcon },
  { label: "system.jobs", to: () => paths.jobs(), Icon: WorkHistoryIcon },
];

/** The records of the paid tiers. */
const tierPlaces: Place[] = (["gold_rounds", "plan_prices", "campaign_codes", "coupons"] as const).map((kind) => ({
  label: `masters.kind.${kind}`,
  to: () => paths.globalMasters(kind),
  Icon: TIER_ICONS[kind],
}));

/** The setup of a restaurant. */
const restaurantPlaces: Place[] = [
  { label: "restaurant.about", to: paths.restaurant, Icon: InfoOutlinedIcon },
  { label: "staff.title", to: paths.staff, Icon: BadgeIcon },
  { label: "pictures.title", to: paths.pictures, Icon: PhotoLibraryIcon },
  ...(Object.entries(OWN_KINDS) as [keyof typeof OWN_KINDS, MenuEntry["Icon"]][]).map(([kind, Icon]): Place => ({
    label: `masters.kind.${kind}`,
    to: (slug) => paths.masters(slug, kind),
    Icon,
  })),
  { label: "rounds.title", to: paths.roundPlans, Icon: EventRepeatIcon },
  { label: "refills.title", to: paths.refillTemplates, Icon: AutorenewIcon },
  { label: "operation_slots.title", to: paths.operationSlots, Icon: RadioButtonCheckedIcon },
  { label: "features.title", to: paths.features, Icon: ToggleOnIcon },
  { label: "risky_settings.title", to: paths.riskySettings, Icon: WarningAmberIcon },
  { label: "raffles.title", to: paths.raffles, Icon: ConfirmationNumberIcon },
];

/** A restaurant's "other" menu, each section behind its flag (admin §2). */
const otherPlaces: Place[] = [
  { label: "sections.menu.online_stock_groups", to: paths.onlineStockGroups, Icon: EventSeatIcon, flag: "osg" },
  { label: "sections.menu.online_reservations", to: paths.onlineReservations, Icon: EventAvailableIcon, flag: "onr" },
  { label: "sections.menu.offsite_reservations", to: paths.offsiteReservations, Icon: LanguageIcon, flag: "ofsr" },
  { label: "sections.menu.invited_reservations", to: paths.invitedReservations, Icon: MailIcon, flag: "ivr" },
  { label: "sections.menu.online_stock_destroyer", to: paths.onlineStockDestroyer, Icon: DeleteSweepIcon, flag: "os" },
  {
    label: "sections.menu.cancel_coupon_codes",
    to: paths.cancelCouponCodes,
    Icon: MoneyOffIcon,
    flag: "cpn",
  },
  { label: "sections.menu.checked_calendars", to: paths.checkedCalendars, Icon: FactCheckIcon, flag: "cxl" },
];

/** Returns the menu of an admin: the general pages, and the pages of the current restaurant. */
export function menuOf({ restaurant, flags }: AdminSession, t: Translate): MenuGroup[] {
  const entries = (places: Place[], slug: string): MenuEntry[] =>
    places
      .filter(
        ({ flag, resource }) =>
          (flag === undefined || flags[flag]) && (resource === undefined || mayDo(flags, "list", resource)),
      )
      .map(({ label, to, Icon, isAlone }) => ({ label: t(label), to: to(slug), under: to(slug), Icon, isAlone }));
  const groups: MenuGroup[] = [{ label: null, entries: entries(generalPlaces, "") }];
  if (restaurant !== null) {
    groups.push(
      { label: restaurant.restaurant_name, entries: entries(restaurantPlaces, restaurant.slug) },
      { label: t("menu.group_other"), entries: entries(otherPlaces, restaurant.slug) },
    );
  }
  groups.push({ label: t("menu.group_tiers"), entries: entries(tierPlaces, "") });
  return groups.filter((group) => group.entries.length > 0);
}
