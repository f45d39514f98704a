import { useEffect, useState } from "react";
import NotificationsIcon from "@mui/icons-material/Notifications";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import Popover from "@mui/material/Popover";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { send, useMayWrite, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { FetchProblem, PaneSkeleton } from "@/console/ui";
import { NotificationLine } from "./NotificationLine";
import { POPUPS } from "./reasons";
import type { Popup } from "./reasons";

const POLL_MS = 60_000;

/** Fetches the number of new notifications of a popup, but not for an impersonating admin (owner §6). */
function useCount(popup: Popup): number {
  const { is_admin, restaurant } = useSession();
  const { data } = useQuery({
    queryKey: ["notifications", "count", restaurant.slug, popup],
    queryFn: ({ signal }) => send("GET", "/owners/api/notifications/count", { query: { type: popup }, signal }),
    enabled: !is_admin,
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  });
  return data ?? 0;
}

/** The bell of every page and its two popups. */
export function NotificationBell() {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [popup, setPopup] = useState<Popup>("new_reservation");
  const counts = { new_reservation: useCount("new_reservation"), edit_or_cancel: useCount("edit_or_cancel") };
  const total = counts.new_reservation + counts.edit_or_cancel;
  const open = (button: HTMLElement) => {
    setPopup(counts.new_reservation === 0 && counts.edit_or_cancel > 0 ? "edit_or_cancel" : "new_reservation");
    setAnchor(button);
  };
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={total > 0 ? t("notifications.bell_count", { count: total }) : t("notifications.bell")}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => open(currentTarget)}
      >
        <Badge badgeContent={total} max={99} color="secondary">
          <NotificationsIcon />
        </Badge>
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{
          paper: {
            role: "dialog",
            "aria-label": t("notifications.title"),
            elevation: 6,
            sx: { width: "min(26rem, calc(100vw - 2rem))" },
          },
        }}
      >
        <Tabs
          variant="fullWidth"
          value={popup}
          onChange={(_, next: Popup) => setPopup(next)}
          aria-label={t("notifications.title")}
        >
          {POPUPS.map((each) => (
            <Tab
              key={each}
              value={each}
              id={`bell-${each}`}
              aria-controls="bell-panel"
              label={
                counts[each] > 0
                  ? `${t(`notifications.type.${each}`)} (${counts[each]})`
                  : t(`notifications.type.${each}`)
              }
            />
          ))}
        </Tabs>
        <Box role="tabpanel" id="bell-panel" aria-labelledby={`bell-${popup}`}>
          <PopupList key={popup} popup={popup} onFollow={close} />
        </Box>
      </Popover>
    </>
  );
}

/** Lists the latest notifications of a popup and marks them as seen. */
function PopupList({ popup, onFollow }: { popup: Popup; onFollow: () => void }) {
  const t = useT();
  const { is_admin, restaurant } = useSession();
  const mayConfirm = useMayWrite("floor") && !is_admin;
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ["notifications", "list", restaurant.slug, popup],
    queryFn: ({ signal }) => send("GET", "/owners/api/notifications", { query: { type: popup }, signal }),
    staleTime: 0,
    refetchOnMount: "always",
  });
  useEffect(() => {
    const ids = data?.filter(({ is_confirmed }) => !is_confirmed).map(({ id }) => id) ?? [];
    if (!mayConfirm || ids.length === 0) return;
    // A failed call is repeated when the popup is opened again.
    send("POST", "/owners/api/notifications/confirmed", { body: { type: popup, ids } })
      .then(() => client.invalidateQueries({ queryKey: ["notifications", "count"] }))
      .catch(() => undefined);
  }, [data, popup, mayConfirm, client]);

  if (isPending) return <PaneSkeleton />;
  if (isError) {
    return <FetchProblem onRetry={() => void refetch()} />;
  }
  return (
    <>
      {data.length === 0 ? (
        <Typography color="text.secondary" sx={{ p: 2 }}>
          {t("notifications.empty")}
        </Typography>
      ) : (
        <List dense disablePadding sx={{ maxHeight: 420, overflowY: "auto" }}>
          {data.map((notification) => (
            <NotificationLine
              key={notification.id}
              notification={notification}
              onFollow={onFollow}
              onChanged={() => void refetch()}
            />
          ))}
        </List>
      )}
      <Button fullWidth component={Link} to={paths.notifications(popup)} onClick={onFollow}>
        {t("notifications.all")}
      </Button>
    </>
  );
}
