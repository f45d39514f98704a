import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send } from "@/api";
import { Button, Dialog, WriteProblem, useWrite } from "@/ui";
import { CopyButton } from "./CopyButton";
import styles from "./plans.module.css";

interface FeedDialogProps {
  open: boolean;
  onClose: () => void;
  url: string | null;
}

/** Shows the address of the feed. It is created if missing, and replaced on request. */
export function FeedDialog({ open, onClose, url }: FeedDialogProps) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(url);
  const making = useWrite();
  const [renewed, setRenewed] = useState(false);

  const make = (renew: boolean) =>
    making.write(async () => {
      const { feed_url } = await send("POST", "/users/api/calendar/ical_secret", { body: { renew } });
      setAddress(feed_url);
      setRenewed(renew);
    });

  return (
    <Dialog
      title={t("plans.calendar.feed")}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("common.close")}</Button>
          <Button kind={address ? "quiet" : "primary"} busy={making.busy} onClick={() => void make(address !== null)}>
            {address ? t("plans.calendar.renew") : t("plans.calendar.make")}
          </Button>
        </>
      }
    >
      <p>{t("plans.calendar.feed_text")}</p>
      {address && (
        <>
          <input
            className={styles.feed}
            readOnly
            value={address}
            aria-label={t("plans.calendar.address")}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton key={address} text={address} />
        </>
      )}
      {renewed && <p role="status">{t("plans.calendar.renewed")}</p>}
      <WriteProblem write={making} />
    </Dialog>
  );
}
