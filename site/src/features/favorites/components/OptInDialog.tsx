import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, Checkbox, Dialog } from "@/ui";

interface Props {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  /** Receives the diner's consent to mail from the restaurant. */
  onAdd: (notification: boolean) => void;
}

/** Asks diners abroad for consent to mail before a restaurant becomes a favourite (diner §4). */
export function OptInDialog({ open, busy, onClose, onAdd }: Props) {
  const { t } = useTranslation();
  const [wantsMail, setWantsMail] = useState(true);
  return (
    <Dialog
      title={t("favorites.opt_in.title")}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button kind="primary" busy={busy} onClick={() => onAdd(wantsMail)}>
            {t("favorites.opt_in.add")}
          </Button>
        </>
      }
    >
      <p>{t("favorites.opt_in.text")}</p>
      <Checkbox
        label={t("favorites.opt_in.mail")}
        checked={wantsMail}
        onChange={(event) => setWantsMail(event.target.checked)}
      />
    </Dialog>
  );
}
