import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Write } from "@seki/shared/writes";
import type { MemberPlan, PlanOffer } from "@/api";
import { Button, WriteProblem } from "@/ui";
import { SubscribeDialog } from "./SubscribeDialog";

interface Props {
  plan: MemberPlan;
  /** What is offered to the diner; another price than their own does not go on. */
  offer: PlanOffer | null;
  saving: Write;
  onAgree: () => void;
}

/** The way on for a plan that was cancelled and has not ended: its terms once more, then it is renewed as before. */
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
