import { useEffect, useState } from "react";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useLogout } from "ra-core";
import { useRevalidator } from "react-router";
import { send, useSession } from "@/owner/api";
import { Dialog, useNoticedWrite } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";

const CLAUSES = [1, 2, 3, 4] as const;
const openers = new Set<() => void>();

/** Opens the terms for reading. */
export function showTerms(): void {
  for (const open of openers) open();
}

/**
 * Shows the terms. An owner who has not agreed to them yet can only agree or sign out. During an impersonation the
 * dialog does not open by itself: an admin cannot agree for the owner.
 */
export function TermsDialog() {
  const t = useT();
  const { has_agreed_to_terms, is_impersonated } = useSession();
  const { revalidate } = useRevalidator();
  const logout = useLogout();
  const [reading, setReading] = useState(false);
  const { busy, write } = useNoticedWrite();
  const forced = !has_agreed_to_terms && !is_impersonated;

  useEffect(() => {
    const open = () => setReading(true);
    openers.add(open);
    return () => void openers.delete(open);
  }, []);

  const agree = () =>
    write(async () => {
      await send("POST", "/owners/accounts/terms_agreed");
      await revalidate();
    });

  return (
    <Dialog
      open={forced || reading}
      onClose={forced ? undefined : () => setReading(false)}
      aria-labelledby="terms-title"
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id="terms-title">{forced ? t("terms.title") : t("terms.show")}</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        {forced && <Typography sx={{ mb: 2 }}>{t("terms.lead")}</Typography>}
        {CLAUSES.map((number) => (
          <section key={number}>
            <Typography variant="h3" component="h3" sx={{ mt: 2 }}>
              {t(`terms.heading_${number}`)}
            </Typography>
            <Typography>{t(`terms.text_${number}`)}</Typography>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        {forced ? (
          <>
            <Button onClick={() => void logout()}>{t("terms.sign_out")}</Button>
            <Button variant="contained" loading={busy} onClick={() => void agree()}>
              {t("terms.agree")}
            </Button>
          </>
        ) : (
          <Button onClick={() => setReading(false)}>{t("console.close")}</Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
