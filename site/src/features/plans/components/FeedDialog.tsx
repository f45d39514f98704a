import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send } from "@/api";
import { Button, Dialog, Problem } from "@/ui";
import styles from "./plans.module.css";

interface FeedDialogProps {
  open: boolean;
  onClose: () => void;
  url: string | null;
}

/** The address of the feed. It is made when there is none, and another takes its place on demand. */
export function FeedDialog({ open, onClose, url }: FeedDialogProps) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(url);
  const [busy, setBusy] = useState(false);
  const [renewed, setRenewed] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const make = async (renew: boolean) => {
    setBusy(true);
    setProblem(null);
    try {
      const { feed_url } = await send("POST", "/users/api/calendar/ical_secret", { body: { renew } });
      setAddress(feed_url);
      setRenewed(renew);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t("common.network_error"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t("plans.calendar.feed")}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("common.close")}</Button>
          <Button kind={address ? "quiet" : "primary"} busy={busy} onClick={() => void make(address !== null)}>
            {address ? t("plans.calendar.renew") : t("plans.calendar.make")}
          </Button>
        </>
      }
    >
      <p>{t("plans.calendar.feed_text")}</p>
      {address && (
        <input
          className={styles.feed}
          readOnly
          value={address}
          aria-label={t("plans.calendar.address")}
          onFocus={(event) => event.target.select()}
        />
      )}
      {renewed && <p role="status">{t("plans.calendar.renewed")}</p>}
      {problem && <Problem>{problem}</Problem>}
    </Dialog>
  );
}
