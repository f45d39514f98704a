import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Write } from "@seki/shared/writes";
import type { MemberPlan, PlanOffer } from "@/api";
import { Button, WriteProblem } from "@/ui";
import { SubscribeDialog } from "./SubscribeDialog";

interface Props {
  plan: MemberPlan;
  /** The diner's offer. A subscription cannot be resumed at another price. */
  offer: PlanOffer | null;
  /** Whether the offer's quote replaces one that the diner agreed to. */
  isChanged: boolean;
  saving: Write;
  /** Resolves to whether the diner must agree to a new quote. */
  onAgree: (offer: PlanOffer) => Promise<boolean>;
  /** The diner did not agree. */
  onClose: () => void;
}

/** Resumes a subscription that was cancelled and has not ended: shows the terms again, then renews it as before. */
export function ResumePlan({ plan, offer, isChanged, saving, onAgree, onClose }: Props) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  if (offer?.stripe_price_id !== plan.stripe_price_id) return null;
  const agree = async () => {
    setConfirming(false);
    if (await onAgree(offer)) setConfirming(true);
  };
  return (
    <>
      <div>
        <Button kind="primary" busy={saving.busy} onClick={() => setConfirming(true)}>
          {t("plans.resume")}
        </Button>
      </div>
      <WriteProblem write={saving} />
      <SubscribeDialog
        offer={confirming ? offer : null}
        isResumed
        isChanged={isChanged}
        onClose={() => {
          setConfirming(false);
          onClose();
        }}
        onAgree={() => void agree()}
      />
    </>
  );
}
