import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MemberPlan, PlanOffer } from "@/api";
import { browser, localePrefixOf, paths, useFollow, usePageData, useTitle } from "@/navigation";
import { Button, Notice, PageFrame, Panel, Stack, WriteProblem } from "@/ui";
import { ResumePlan } from "../components/ResumePlan";
import { MembershipPanel } from "../components/MembershipPanel";
import { PriceTable } from "../components/PriceTable";
import { SubscribeDialog } from "../components/SubscribeDialog";
import { useSubscribe } from "../hooks/useSubscribe";
import { cancelClub } from "../model/cancel";
import styles from "../components/plans.module.css";

const BENEFITS = ["table", "travel", "evenings"] as const;

const toCardForm = () => browser.assign(localePrefixOf(window.location.pathname) + paths.creditCard(paths.ohc));

export default function OhcPage() {
  const { t } = useTranslation();
  const { is_member, is_invited, offer, has_card, subscription } = usePageData("ohc");
  const follow = useFollow();
  const { subscribe, saving, modal } = useSubscribe();
  const [confirming, setConfirming] = useState(false);
  useTitle(t("plans.ohc.title"));

  const join = () => {
    if (has_card) setConfirming(true);
    else toCardForm();
  };
  const agree = ({ stripe_price_id }: Pick<PlanOffer, "stripe_price_id">) => {
    setConfirming(false);
    void subscribe({ subscription: { stripe_price_id, grade: "ohc" } });
  };
  const resume = (plan: MemberPlan) => {
    if (has_card) agree(plan);
    else toCardForm();
  };

  return (
    <PageFrame title={t("plans.ohc.title")} lead={is_member ? t("plans.ohc.lead") : t("plans.ohc.about")}>
      <Stack>
        {is_member && (
          <ul className={styles.benefits}>
            {BENEFITS.map((benefit) => (
              <li key={benefit}>
                <h3>{t(`plans.ohc.${benefit}.title`)}</h3>
                <p>{t(`plans.ohc.${benefit}.text`)}</p>
              </li>
            ))}
          </ul>
        )}
        {is_member && subscription && (
          <MembershipPanel
            plan={subscription}
            least={2}
            onCancel={(reason) => cancelClub(subscription.stripe_subscription_id ?? "", reason, follow)}
            resumeButton={
              <ResumePlan plan={subscription} offer={offer} saving={saving} onAgree={() => resume(subscription)} />
            }
          />
        )}
        {!is_member && is_invited && offer && (
          <Panel>
            <Stack>
              <h2>{t("plans.ohc.join")}</h2>
              <PriceTable offer={offer} />
              {!has_card && <p>{t("plans.card_first")}</p>}
              <Button kind="primary" busy={saving.busy} onClick={join}>
                {t("plans.ohc.submit")}
              </Button>
              <WriteProblem write={saving} />
            </Stack>
          </Panel>
        )}
        {!is_member && !is_invited && <Notice kind="info">{t("plans.ohc.invitation_only")}</Notice>}
        <SubscribeDialog offer={confirming ? offer : null} onClose={() => setConfirming(false)} onAgree={agree} />
        {modal}
      </Stack>
    </PageFrame>
  );
}
