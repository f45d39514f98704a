import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PlanOffer } from "@/api";
import { Button, Dialog } from "@/ui";
import { SubscriptionTerms } from "./SubscriptionTerms";

interface Props {
  offer: PlanOffer | null;
  isResumed?: boolean;
  /** Whether the offer's quote replaces one that the diner agreed to. */
  isChanged?: boolean;
  onClose: () => void;
  onAgree: (offer: PlanOffer) => void;
}

/** Shows the terms, which every diner must see before subscribing. */
export function SubscribeDialog({ offer, ...rest }: Props) {
  return offer === null ? null : <OpenDialog offer={offer} {...rest} />;
}

function OpenDialog({ offer, isResumed, isChanged, onClose, onAgree }: Props & { offer: PlanOffer }) {
  const { t } = useTranslation();
  const [accepts, setAccepts] = useState(false);
  return (
    <Dialog
      title={t("plans.confirm.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("common.close")}</Button>
          <Button kind="primary" disabled={offer.quote.overlaps.length > 0 && !accepts} onClick={() => onAgree(offer)}>
            {t("plans.confirm.submit")}
          </Button>
        </>
      }
    >
      <SubscriptionTerms
        offer={offer}
        isResumed={isResumed}
        isChanged={isChanged}
        accepts={accepts}
        onAccept={setAccepts}
      />
    </Dialog>
  );
}
