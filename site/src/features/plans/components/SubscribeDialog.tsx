import { useTranslation } from "react-i18next";
import type { PlanOffer } from "@/api";
import type { CivilDate } from "@seki/shared/civil-time";
import { Button, Dialog } from "@/ui";
import { SubscriptionTerms } from "./SubscriptionTerms";

interface Props {
  offer: PlanOffer | null;
  trialMonths?: number;
  paidTill?: CivilDate | null;
  onClose: () => void;
  onAgree: (offer: PlanOffer) => void;
}

/** Shows the terms, which every diner must see before subscribing. */
export function SubscribeDialog({ offer, trialMonths, paidTill, onClose, onAgree }: Props) {
  const { t } = useTranslation();
  if (offer === null) return null;
  return (
    <Dialog
      title={t("plans.confirm.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("common.close")}</Button>
          <Button kind="primary" onClick={() => onAgree(offer)}>
            {t("plans.confirm.submit")}
          </Button>
        </>
      }
    >
      <SubscriptionTerms offer={offer} trialMonths={trialMonths} paidTill={paidTill} />
    </Dialog>
  );
}
