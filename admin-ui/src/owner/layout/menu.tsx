import type { ComponentType } from "react";
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
import ReceiptIcon from "@mui/icons-material/Receipt";
import SettingsIcon from "@mui/icons-material/Settings";
import type { OfficeSession } from "@/api";
import type { TextKey } from "@/i18n/use-t";
import { paths } from "@/navigation";

export interface MenuEntry {
  label: TextKey & `menu.${string}`;
  to: string;
  /** The part of the address that tells that one is there. */
  under: string;
  Icon: ComponentType<{ fontSize?: "small" }>;
}

export interface MenuGroup {
  label: (TextKey & `menu.${string}`) | null;
  entries: MenuEntry[];
}

function entry(label: MenuEntry["label"], to: string, under: string, Icon: MenuEntry["Icon"]): MenuEntry {
  return { label, to, under, Icon };
}

/** The menu of a restaurant's staff. */
export function menuOf({ restaurant }: OfficeSession): MenuGroup[] {
  const { today, slug } = restaurant;
  return [
    { label: null, entries: [entry("menu.home", paths.home, "/owners", HomeIcon)] },
    {
      label: "menu.group_calendar",
      entries: [
        entry("menu.day", paths.day(today), "/owners/daily_calendars", CalendarTodayIcon),
        entry("menu.month", paths.month(today.slice(0, 7)), "/owners/monthly_calendars", CalendarMonthIcon),
        entry("menu.holidays", paths.holidays, "/owners/holidays", EventBusyIcon),
      ],
    },
    {
      label: "menu.group_guests",
      entries: [
        entry("menu.reservations", paths.reservations, "/owners/reservations", MenuBookIcon),
        entry("menu.customers", paths.customers, "/owners/customers", PeopleIcon),
        entry("menu.announcements", paths.announcements, "/owners/announcements", CampaignIcon),
        entry("menu.notifications", paths.notifications("new_reservation"), "/owners/notifications", NotificationsIcon),
        entry("menu.blacklist", paths.blacklist, paths.blacklist, BlockIcon),
      ],
    },
    {
      label: "menu.group_settings",
      entries: [
        entry("menu.cancellation_settings", paths.cancellationSettings, "/owners/restaurant_operation", SettingsIcon),
        entry(
          "menu.delivery_settings",
          paths.deliverySettings(slug),
          "/owners/restaurant_delivery_settings",
          LocalShippingIcon,
        ),
        entry("menu.invoices", paths.invoices, paths.invoices, ReceiptIcon),
      ],
    },
  ];
}

/** Whether an address lies under an entry; home is only itself. */
export function isUnder(pathname: string, under: string): boolean {
  return pathname === under || (under !== "/owners" && pathname.startsWith(`${under}/`));
}
