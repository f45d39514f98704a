import { useEffect, useState } from "react";
import VisibilityIcon from "@mui/icons-material/Visibility";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { formatTime } from "@seki/shared/civil-time";
import { useNoticedWrite } from "@/console/ui";
import { palette } from "@/console/ui/theme";
import { browser, leaving, send, serverNow, useSession, useShell } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** Shows above every page that an admin impersonates the owner, until when, and a button that ends it. */
export function ImpersonationBanner() {
  const t = useT();
  const { locale } = useShell();
  const { impersonation, nickname, restaurant } = useSession();
  const { busy, write } = useNoticedWrite();
  const until = impersonation === null ? 0 : Date.parse(impersonation.until);
  const isOver = useIsPast(until);
  if (impersonation === null) return null;

  const time = formatTime(impersonation.until, locale);
  const end = () =>
    write(async () => {
      browser.assign((await send("DELETE", "/owners/impersonation")).redirect_to);
      await leaving();
    });
  return (
    <Box
      role="region"
      aria-label={t("impersonation.label")}
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 2,
        rowGap: 0.5,
        minHeight: 48,
        px: { xs: 1.5, sm: 2 },
        py: 0.5,
        bgcolor: palette.shu,
        color: "#fff",
      }}
    >
      <VisibilityIcon aria-hidden fontSize="small" />
      <Typography sx={{ flex: 1, minWidth: 200, fontWeight: 600, lineHeight: 1.4 }}>
        {isOver
          ? t("impersonation.over")
          : t("impersonation.text", { admin: impersonation.admin_nickname, owner: nickname, time })}
      </Typography>
      {isOver ? (
        <Button sx={button} href={`/admin/restaurants/${encodeURIComponent(restaurant.slug)}`}>
          {t("impersonation.back")}
        </Button>
      ) : (
        <Button sx={button} loading={busy} onClick={() => void end()}>
          {t("impersonation.end")}
        </Button>
      )}
    </Box>
  );
}

const button = {
  bgcolor: "#fff",
  color: palette.shuDeep,
  fontWeight: 700,
  "&:hover, &:focus-visible": { bgcolor: palette.shuWash },
} as const;

/** Reports whether an instant of the server's clock has passed, also without a change of the page. */
function useIsPast(instant: number): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(instant), Math.max(0, instant - serverNow().getTime()));
    return () => clearTimeout(timer);
  }, [instant]);
  return passed === instant;
}
