import { useId, useState } from "react";
import AccountCircleIcon from "@mui/icons-material/AccountCircle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useT } from "@/console/i18n/use-t";
import { LanguageSwitcher } from "./LanguageSwitcher";

interface Props {
  nickname: string;
  email: string;
  /** The person whose account is impersonated, shown below the address. */
  note?: string | null;
  /** A button above the account's own entries. */
  extra?: { label: string; onClick: () => void };
  /** The account's own page and sign-out; null while impersonating. */
  own: { security: string; signOut: () => Promise<void> } | null;
}

/** A menu with the account, its security settings, and sign-out. */
export function AccountMenu({ nickname, email, note = null, extra, own }: Props) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={t("console.account")}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AccountCircleIcon />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-labelledby": id, sx: { p: 2, minWidth: 240 } } }}
      >
        <Typography id={id} sx={{ fontWeight: 600 }}>
          {t("console.signed_in_as", { name: nickname })}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {email}
        </Typography>
        {note !== null && <Typography variant="body2">{note}</Typography>}
        <Box sx={{ display: "grid", gap: 1, mt: 2, justifyItems: "stretch" }}>
          <Box sx={{ display: { sm: "none" } }}>
            <LanguageSwitcher />
          </Box>
          {extra && (
            <Button
              onClick={() => {
                close();
                extra.onClick();
              }}
            >
              {extra.label}
            </Button>
          )}
          {own && (
            <Button component={Link} to={own.security} onClick={close}>
              {t("security.title")}
            </Button>
          )}
          {own && (
            <Button variant="outlined" onClick={() => void own.signOut()}>
              {t("console.sign_out")}
            </Button>
          )}
        </Box>
      </Popover>
    </>
  );
}
