import { useTranslation } from "react-i18next";
import { serverNow } from "@/api";
import { Dialog, Facts, Notice, Stack } from "@/ui";
import { isConciergeOpen } from "../model/hours";

/** The phone service for travel arrangements, and what it offers (diner §9). */
export default function ConciergeDialog({
  phone,
  open,
  onClose,
}: {
  phone: string;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const answers = isConciergeOpen(serverNow());
  return (
    <Dialog title={t("concierge.title")} open={open} onClose={onClose}>
      <Stack>
        <p>{t("concierge.lead")}</p>
        <Notice kind={answers ? "success" : "info"}>
          <p>{answers ? t("concierge.open_now") : t("concierge.closed_now")}</p>
        </Notice>
        <Facts
          facts={[
            { label: t("concierge.phone"), value: <a href={`tel:${phone}`}>{phone}</a> },
            { label: t("concierge.hours_label"), value: t("concierge.hours") },
          ]}
        />
        <p>{t("concierge.partner")}</p>
        <p>{t("concierge.consent")}</p>
        <p>{t("concierge.scope")}</p>
      </Stack>
    </Dialog>
  );
}
