import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { formatShortInstant } from "@seki/shared/civil-time";
import type { Locale, Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";

interface Props {
  sessions: readonly Schemas["SessionView"][];
  locale: Locale;
  onEnd: (uid: string) => Promise<void>;
  onEndOthers: () => Promise<void>;
}

/** An account's sessions. */
export function SessionList({ sessions, locale, onEnd, onEndOthers }: Props) {
  const t = useT();
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
        {sessions.map(({ uid, device, last_seen_at, is_current, is_impersonated }) => {
          const browser = device || t("security.unknown_device");
          const name = is_impersonated ? t("security.session_of_admin", { device: browser }) : browser;
          return (
            <Box
              component="li"
              key={uid}
              sx={{
                display: "flex",
                flexWrap: "wrap",
                gap: 1,
                alignItems: "center",
                py: 1,
                borderBottom: 1,
                borderColor: "divider",
                "&:last-of-type": { borderBottom: 0 },
              }}
            >
              <Box sx={{ flex: 1, minWidth: 200 }}>
                <Typography>{is_current ? `${name} (${t("security.this_device")})` : name}</Typography>
                <Typography variant="body2" color="text.secondary">
                  {t("security.last_seen", { at: formatShortInstant(last_seen_at, locale) })}
                </Typography>
              </Box>
              {!is_current && (
                <Button aria-label={t("security.end_session", { device: name })} onClick={() => void onEnd(uid)}>
                  {t("security.sign_out")}
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
      {sessions.length > 1 && (
        <Button variant="outlined" onClick={() => void onEndOthers()} sx={{ justifySelf: "start" }}>
          {t("security.end_others")}
        </Button>
      )}
    </Box>
  );
}
