import { useEffect } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useNotificationContext, useTranslate } from "ra-core";
import { useNotices } from "@seki/shared/notices";
import { showFlash, useSessionEnded } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { PAGE_TOOLS_TOP } from "@/console/ui/page-header";

/** Messages of the server and of react-admin. They disappear after a while; sticky ones stay until closed. */
export function Notices() {
  const t = useT();
  const { shown, close } = useNotices();
  useKitNotices();
  return (
    <Box
      aria-live="polite"
      sx={{
        position: "fixed",
        // Over the middle of the header, which a wide window leaves empty: the page below is where staff work.
        top: `calc(8px + ${PAGE_TOOLS_TOP})`,
        left: "50%",
        transform: "translateX(-50%)",
        zIndex: 1600,
        width: "min(34rem, calc(100vw - 2rem))",
        display: "grid",
        gap: 1,
        displayPrint: "none",
        // Clicks go through to the elements below.
        pointerEvents: "none",
        "& .MuiAlert-action": { pointerEvents: "auto" },
      }}
    >
      <SessionEndedNotice />
      {shown.map(({ id, kind, message }) => (
        <Alert
          key={id}
          severity={kind === "alert" ? "error" : "success"}
          role={kind === "alert" ? "alert" : "status"}
          closeText={t("console.close")}
          onClose={() => close(id)}
          sx={{ boxShadow: 4, whiteSpace: "pre-line" }}
        >
          {message}
        </Alert>
      ))}
    </Box>
  );
}

/** Asks for a sign-in in another tab, while the page has unsaved input. It disappears with the next successful request. */
function SessionEndedNotice() {
  const t = useT();
  if (!useSessionEnded()) return null;
  const open = (
    <Button color="inherit" size="small" href={window.location.href} target="_blank" rel="noopener">
      {t("console.open_sign_in")}
    </Button>
  );
  return (
    <Alert severity="error" role="alert" action={open} sx={{ boxShadow: 4 }}>
      {t("console.session_ended")}
    </Alert>
  );
}

/** Shows react-admin's notifications in the same place. */
function useKitNotices() {
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  useEffect(() => {
    if (notifications.length === 0) return;
    const notice = takeNotification();
    if (!notice) return;
    const { message, type, notificationOptions } = notice;
    const text = typeof message === "string" ? translate(message, notificationOptions?.messageArgs) : "";
    if (text !== "") showFlash({ kind: type === "error" ? "alert" : "notice", message: text, sticky: false });
  }, [notifications, takeNotification, translate]);
}
