import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import { Link } from "react-router";
import { useShell, useSession } from "@/owner/api";
import { formatDate, formatInstant } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { linkOf, reasonKey } from "./reasons";
import type { Notification } from "./reasons";

/** Shows the reason of a notification, its reservation, and a link. */
export function NotificationLine({ notification, onFollow }: { notification: Notification; onFollow?: () => void }) {
  const t = useT();
  const { locale } = useShell();
  const { restaurant } = useSession();
  const to = linkOf(notification);
  const text = (
    <ListItemText
      primary={
        <Box component="span" sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          {!notification.is_confirmed && (
            <Chip component="span" size="small" color="secondary" label={t("notifications.new")} />
          )}
          <span>{t(reasonKey(notification))}</span>
          <strong>{notification.title}</strong>
          {notification.has_special_request && (
            <Chip component="span" size="small" variant="outlined" label={t("notifications.has_request")} />
          )}
        </Box>
      }
      secondary={[
        t("notifications.visit", { date: formatDate(notification.date, locale) }),
        formatInstant(notification.notification_sent_at, locale, restaurant.time_zone),
      ].join(" / ")}
      slotProps={{ secondary: { color: "text.secondary" } }}
    />
  );
  if (to === null) return <ListItem divider>{text}</ListItem>;
  return (
    <ListItem divider disablePadding>
      <ListItemButton component={Link} to={to} onClick={onFollow}>
        {text}
      </ListItemButton>
    </ListItem>
  );
}
