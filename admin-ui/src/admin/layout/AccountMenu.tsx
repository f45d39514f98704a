import { useId, useState } from "react";
import AccountCircleIcon from "@mui/icons-material/AccountCircle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { browser, send } from "@/admin/api";
import type { AdminSession } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { LanguageSwitcher } from "@/console/frame";

async function signOut(): Promise<void> {
  const { redirect_to } = await send("DELETE", "/admin/sign_out");
  browser.assign(redirect_to);
}

/** The account, its security settings, and signing out. */
export function AccountMenu({ nickname, email }: AdminSession) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={t("door.account")}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AccountCircleIcon />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-labelledby": id, sx: { p: 2, minWidth: 240 } } }}
      >
        <Typography id={id} sx={{ fontWeight: 600 }}>
          {t("door.signed_in_as", { name: nickname })}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {email}
        </Typography>
        <Box sx={{ display: "grid", gap: 1, mt: 2, justifyItems: "stretch" }}>
          <Box sx={{ display: { sm: "none" } }}>
            <LanguageSwitcher />
          </Box>
          <Button component={Link} to={paths.security} onClick={() => setAnchor(null)}>
            {t("security.title")}
          </Button>
          <Button variant="outlined" onClick={() => void signOut()}>
            {t("door.sign_out")}
          </Button>
        </Box>
      </Popover>
    </>
  );
}
