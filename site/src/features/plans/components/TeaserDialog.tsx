import { useTranslation } from "react-i18next";
import { send, useSiteConfig } from "@/api";
import { paths } from "@/navigation";
import { Button, ButtonLink, Dialog } from "@/ui";

export type TeaserSource = "advanced_search" | "vacant_seat_label" | "premium_calendar" | "priority_email";

/**
 * Shows a premium feature to a diner without premium. Following the link records the interest, and passes the source to
 * the plan's page.
 */
export default function TeaserDialog({
  source,
  open,
  onClose,
}: {
  source: TeaserSource;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { premium } = useSiteConfig().links;
  const note = () => {
    // Navigation does not wait for the record.
    send("POST", "/users/api/teaser_users", { body: { teaser_users: { source } } }).catch(() => undefined);
  };
  return (
    <Dialog
      title={t(`plans.teaser.${source}.title`)}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("common.close")}</Button>
          {premium !== null && (
            <ButtonLink kind="primary" to={paths.premiumTeaser(premium, source)} onClick={note}>
              {t("plans.teaser.more")}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>{t(`plans.teaser.${source}.text`)}</p>
      <p>{t("plans.teaser.members_only")}</p>
    </Dialog>
  );
}
