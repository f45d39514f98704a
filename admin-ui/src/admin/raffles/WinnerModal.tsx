import { useId } from "react";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useT } from "@/admin/i18n/use-t";
import { Dialog } from "@/console/ui";

interface Props {
  name: string;
  /** The raffle has not closed yet. */
  isEarly: boolean;
  /** The raffle is not drawn yet: its draw selects the full number of winners in addition. */
  isBeforeDraw: boolean;
  /** Number of winners of the draw. */
  drawn: number;
  busy: boolean;
  onMake: (withMail: boolean) => void;
  onClose: () => void;
}

/** Adds a winner with or without a mail (admin §2). */
export function WinnerModal({ name, isEarly, isBeforeDraw, drawn, busy, onMake, onClose }: Props) {
  const t = useT();
  const id = useId();
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{t("raffles.modal_title", { name })}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        {isEarly && <Alert severity="warning">{t("raffles.modal_early")}</Alert>}
        {isBeforeDraw && <Alert severity="info">{t("raffles.modal_extra", { count: drawn })}</Alert>}
        <Typography>{t("raffles.modal_text")}</Typography>
      </DialogContent>
      <DialogActions
        sx={{ flexDirection: "column", gap: 1, px: 3, pb: 2, "& > *": { width: "100%", m: "0 !important" } }}
      >
        <Button variant="contained" disabled={busy} onClick={() => onMake(true)}>
          {t("raffles.with_mail")}
        </Button>
        <Button variant="outlined" disabled={busy} onClick={() => onMake(false)}>
          {t("raffles.without_mail")}
        </Button>
        <Button onClick={onClose} disabled={busy}>
          {t("console.cancel")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
