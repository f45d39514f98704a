import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { formatTime } from "@seki/shared/civil-time";
import { usePublishedHeight } from "@seki/shared/layout";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { visuallyHidden } from "@/console/ui/visually-hidden";
import type { Schemas } from "@/owner/api";
import type { Connection } from "../live/connection";
import { byServer } from "../live/use-now";
import { NotesDialog } from "./NotesDialog";
import { useNotes, useRejectedNotes } from "./use-offline";

interface Props {
  /** The day from the server, without offline notes. */
  day: Schemas["OwnerDailyCalendarPage"];
  connection: Connection;
  onRetry: () => void;
}

/**
 * Shows the age of the cached day, the unsent notes, and the conflicts to decide. It covers the foot of the page, so
 * the grid does not move under a finger; the end of the page reserves its height.
 */
export function ConnectionBar({ day, connection, onRetry }: Props) {
  const t = useT();
  const { waiting } = useNotes();
  useRejectedNotes();
  const [isOpen, setOpen] = useState(false);
  const clashes = waiting.filter(({ problem }) => problem !== null).length;
  const isDisconnected = connection.state === "offline";
  const isShown = isDisconnected || waiting.length > 0;
  const bar = usePublishedHeight("--connection-bar");
  const count = waiting.length;

  return (
    <>
      <SentAnnouncement isDisconnected={isDisconnected} />
      {isShown && (
        <>
          <Box sx={{ height: "var(--connection-bar, 0px)", displayPrint: "none" }} />
          <Alert
            ref={bar}
            severity={isDisconnected ? "error" : clashes > 0 ? "warning" : "info"}
            variant="filled"
            role={isDisconnected ? "alert" : "group"}
            aria-label={isDisconnected ? undefined : t("offline.list")}
            sx={barStyles}
            action={
              <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
                {count > 0 && (
                  <Button color="inherit" size="small" variant="outlined" onClick={() => setOpen(true)}>
                    {clashes > 0 ? t("offline.decide", { count: clashes }) : t("offline.show", { count })}
                  </Button>
                )}
                {isDisconnected && (
                  <Button color="inherit" size="small" onClick={onRetry}>
                    {t("calendar.offline_retry")}
                  </Button>
                )}
              </Box>
            }
          >
            <ConnectionText connection={connection} clashes={clashes} />
          </Alert>
        </>
      )}
      {isOpen && <NotesDialog day={day} onClose={() => setOpen(false)} />}
    </>
  );
}

function ConnectionText({ connection, clashes }: Pick<Props, "connection"> & { clashes: number }) {
  const t = useT();
  const { locale, session } = usePage<"owner_daily_calendar">();
  const { waiting, isSignedOut } = useNotes();
  if (connection.state === "offline") {
    const time = formatTime(byServer(connection.asOf).toISOString(), locale, session.restaurant.time_zone);
    return (
      <>
        <strong>{t("calendar.offline_since", { time })}</strong> {t("offline.text")}
      </>
    );
  }
  if (clashes > 0) return t("offline.clash", { count: clashes });
  return t(isSignedOut ? "offline.signed_out" : "offline.sending", { count: waiting.length });
}

/** Announces to screen readers that the connection is back, and the number of sent notes. */
function SentAnnouncement({ isDisconnected }: { isDisconnected: boolean }) {
  const t = useT();
  const { sent } = useNotes();
  const [before, setBefore] = useState({ isDisconnected, sent: 0 });
  const [words, setWords] = useState("");
  if (before.isDisconnected !== isDisconnected || before.sent !== sent.length) {
    if (sent.length > before.sent) setWords(t("offline.sent", { count: sent.length }));
    else if (before.isDisconnected && !isDisconnected) setWords(t("offline.online"));
    setBefore({ isDisconnected, sent: sent.length });
  }
  return (
    <Box role="status" sx={visuallyHidden}>
      {words}
    </Box>
  );
}

const barStyles = {
  position: "fixed",
  left: 0,
  right: 0,
  bottom: 0,
  zIndex: 1160,
  borderRadius: 0,
  alignItems: "center",
  flexWrap: { xs: "wrap", sm: "nowrap" },
  "& .MuiAlert-icon": { display: { xs: "none", sm: "flex" } },
  py: 0.5,
  displayPrint: "none",
  "& .MuiAlert-message": { flex: { xs: "1 1 100%", sm: 1 }, minWidth: 0, py: 0.5 },
  "& .MuiAlert-action": { alignItems: "center", pt: 0, mr: 0, pl: { xs: 0, sm: 2 }, whiteSpace: "nowrap" },
} as const;
