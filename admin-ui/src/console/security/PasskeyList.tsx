import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { formatShortInstant } from "@seki/shared/civil-time";
import type { Locale, Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";

interface Props {
  passkeys: readonly Schemas["PasskeyView"][];
  locale: Locale;
  onRename: (uid: string) => void;
  onRemove: (uid: string) => void;
}

/** An account's passkeys by name. */
export function PasskeyList({ passkeys, locale, onRename, onRemove }: Props) {
  const t = useT();
  const format = (at: string) => formatShortInstant(at, locale);
  if (passkeys.length === 0) return <Typography>{t("security.passkeys_none")}</Typography>;
  return (
    <Box component="ul" data-passkeys sx={{ m: 0, p: 0, listStyle: "none" }}>
      {passkeys.map(({ uid, name, created_at, last_used_at }) => (
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
            <Typography sx={{ overflowWrap: "anywhere" }}>{name}</Typography>
            <Typography variant="body2" color="text.secondary">
              {t("security.passkey_created_at", { at: format(created_at) })}
              {" · "}
              {last_used_at === null
                ? t("security.passkey_never_used")
                : t("security.last_seen", { at: format(last_used_at) })}
            </Typography>
          </Box>
          <Box>
            <Button aria-label={t("security.passkey_rename_named", { name })} onClick={() => onRename(uid)}>
              {t("security.passkey_rename")}
            </Button>
            <Button aria-label={t("security.passkey_remove_named", { name })} onClick={() => onRemove(uid)}>
              {t("security.passkey_remove")}
            </Button>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
