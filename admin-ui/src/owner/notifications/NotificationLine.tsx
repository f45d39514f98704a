import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import { Link } from "react-router";
import { useMayWrite, useShell, useSession } from "@/owner/api";
import { formatDate, formatInstant } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { OpenWebSeats } from "../web-seats/OpenWebSeats";
import { linkOf, reasonKey } from "./reasons";
import type { Notification } from "./reasons";

interface Props {
  notification: Notification;
  onFollow?: () => void;
  /** Called after the seats of an ended invitation were opened on the web. */
  onChanged: () => void;
}

/** Shows the reason of a notification, its reservation, and a link, or the button that opens the seats of an ended invitation. */
export function NotificationLine({ notification, onFollow, onChanged }: Props) {
  const t = useT();
  const mayWrite = useMayWrite("floor");
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
  if (notification.may_open_web_seats) {
    return (
      <ListItem divider sx={{ flexWrap: "wrap" }}>
        {text}
        <span>{t("notifications.off_the_web")}</span>
        {mayWrite && <OpenWebSeats uid={notification.uid} onOpened={onChanged} />}
      </ListItem>
    );
  }
  if (to === null) return <ListItem divider>{text}</ListItem>;
  return (
    <ListItem divider disablePadding>
      <ListItemButton component={Link} to={to} onClick={onFollow}>
        {text}
      </ListItemButton>
    </ListItem>
  );
}
