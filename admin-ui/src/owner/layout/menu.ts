import AssessmentIcon from "@mui/icons-material/Assessment";
import BadgeIcon from "@mui/icons-material/Badge";
import BlockIcon from "@mui/icons-material/Block";
import CalendarMonthIcon from "@mui/icons-material/CalendarMonth";
import CalendarTodayIcon from "@mui/icons-material/CalendarToday";
import CampaignIcon from "@mui/icons-material/Campaign";
import EventBusyIcon from "@mui/icons-material/EventBusy";
import HomeIcon from "@mui/icons-material/Home";
import LocalShippingIcon from "@mui/icons-material/LocalShipping";
import MenuBookIcon from "@mui/icons-material/MenuBook";
import NotificationsIcon from "@mui/icons-material/Notifications";
import PeopleIcon from "@mui/icons-material/People";
import RateReviewIcon from "@mui/icons-material/RateReview";
import ReceiptIcon from "@mui/icons-material/Receipt";
import SettingsIcon from "@mui/icons-material/Settings";
import SpeedIcon from "@mui/icons-material/Speed";
import TableRestaurantIcon from "@mui/icons-material/TableRestaurant";
import TravelExploreIcon from "@mui/icons-material/TravelExplore";
import type { RestaurantSession } from "@/console/api";
import type { MenuEntry, MenuGroup } from "@/console/frame";
import type { Translate } from "@/owner/i18n/use-t";
import { isOwnerOrAdmin } from "@/owner/api";
import { paths } from "@/owner/navigation";

/** Returns the menu of a restaurant's staff, by their role. */
export function menuOf(session: RestaurantSession, t: Translate): MenuGroup[] {
  const { today, slug } = session.restaurant;
  const forOwnerOrAdmin = (...entries: MenuEntry[]) => (isOwnerOrAdmin(session.role) ? entries : []);
  const groups: MenuGroup[] = [
    {
      label: null,
      entries: [
        { ...entry(t("menu.home"), paths.home, paths.home, HomeIcon), isAlone: true },
        ...forOwnerOrAdmin(entry(t("menu.reports"), paths.reports, paths.reports, AssessmentIcon)),
      ],
    },
    {
      label: t("menu.group_calendar"),
      entries: [
        entry(t("menu.day"), paths.day(today), "/owners/daily_calendars", CalendarTodayIcon),
        entry(t("menu.floor"), paths.floor(today), "/owners/floor_plans", TableRestaurantIcon),
        entry(t("menu.month"), paths.month(today.slice(0, 7)), "/owners/monthly_calendars", CalendarMonthIcon),
        ...forOwnerOrAdmin(entry(t("menu.holidays"), paths.holidays, paths.holidays, EventBusyIcon)),
      ],
    },
    {
      label: t("menu.group_guests"),
      entries: [
        entry(t("menu.reservations"), paths.reservations, paths.reservations, MenuBookIcon),
        entry(t("menu.customers"), paths.customers, paths.customers, PeopleIcon),
        ...forOwnerOrAdmin(entry(t("menu.announcements"), paths.announcements, paths.announcements, CampaignIcon)),
        entry(
          t("menu.notifications"),
          paths.notifications("new_reservation"),
          "/owners/notifications",
          NotificationsIcon,
        ),
        entry(t("menu.reviews"), paths.reviews, paths.reviews, RateReviewIcon),
        entry(t("menu.blacklist"), paths.blacklist, paths.blacklist, BlockIcon),
      ],
    },
    {
      label: t("menu.group_settings"),
      entries: forOwnerOrAdmin(
        entry(
          t("menu.cancellation_settings"),
          paths.cancellationSettings,
          "/owners/restaurant_operation",
          SettingsIcon,
        ),
        entry(t("menu.pacing"), paths.pacingSettings, "/owners/pacing", SpeedIcon),
        entry(t("menu.reach"), paths.reachSettings, "/owners/reach", TravelExploreIcon),
        entry(
          t("menu.delivery_settings"),
          paths.deliverySettings(slug),
          "/owners/restaurant_delivery_settings",
          LocalShippingIcon,
        ),
        entry(t("menu.invoices"), paths.invoices, paths.invoices, ReceiptIcon),
        entry(t("staff.title"), paths.staff, paths.staff, BadgeIcon),
      ),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function entry(label: string, to: string, under: string, Icon: MenuEntry["Icon"]): MenuEntry {
  return { label, to, under, Icon };
}
