import { useId, useState } from "react";
import AccountCircleIcon from "@mui/icons-material/AccountCircle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useSession } from "@/owner/api";
import { paths } from "@/owner/navigation";
import { signOut } from "@/owner/wing";
import { LanguageSwitcher } from "@/console/frame";
import { useAsk } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import { showTerms } from "./TermsDialog";

/** The account, the terms, and signing out. */
export function AccountMenu() {
  const t = useT();
  const { nickname, email, is_admin, is_impersonated } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const ask = useAsk();
  const leave = async () => {
    const { countUnsent } = await import("../away");
    const count = await countUnsent();
    const isSure =
      count === 0 || (await ask({ title: t("away.sign_out"), text: t("away.sign_out_text", { count }), danger: true }));
    if (isSure) await signOut();
  };
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={t("menu.account")}
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
          {t("menu.signed_in_as", { name: nickname })}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {email}
        </Typography>
        {is_impersonated && <Typography variant="body2">{t("menu.impersonated")}</Typography>}
        {is_admin && !is_impersonated && <Typography variant="body2">{t("menu.admin")}</Typography>}
        <Box sx={{ display: "grid", gap: 1, mt: 2, justifyItems: "stretch" }}>
          <Box sx={{ display: { sm: "none" } }}>
            <LanguageSwitcher />
          </Box>
          <Button
            onClick={() => {
              setAnchor(null);
              showTerms();
            }}
          >
            {t("terms.show")}
          </Button>
          {!is_impersonated && (
            <Button component={Link} to={paths.security} onClick={() => setAnchor(null)}>
              {t("security.title")}
            </Button>
          )}
          {!is_impersonated && (
            <Button variant="outlined" onClick={() => void leave()}>
              {t("menu.sign_out")}
            </Button>
          )}
        </Box>
      </Popover>
    </>
  );
}
