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
  saving: Write;
  onAgree: () => void;
}

/** Resumes a subscription that was cancelled and has not ended: shows the terms again, then renews it as before. */
export function ResumePlan({ plan, offer, saving, onAgree }: Props) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  if (offer?.stripe_price_id !== plan.stripe_price_id) return null;
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
        paidTill={plan.period_end?.slice(0, 10) ?? null}
        onClose={() => setConfirming(false)}
        onAgree={() => {
          setConfirming(false);
          onAgree();
        }}
      />
    </>
  );
}
