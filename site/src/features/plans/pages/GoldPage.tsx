import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths, useFollow, usePageData, useTitle } from "@/navigation";
import { Button, ButtonLink, EmptyState, Notice, PageFrame, Panel, Stack } from "@/ui";
import { ResumePlan } from "../components/ResumePlan";
import { CopyButton } from "../components/CopyButton";
import { GoldSignUpDialog } from "../components/GoldSignUpDialog";
import { MembershipPanel } from "../components/MembershipPanel";
import { PriceTable } from "../components/PriceTable";
import { useGoldSignUp } from "../hooks/useGoldSignUp";
import { cancelGold } from "../model/cancel";
import styles from "../components/plans.module.css";

const BENEFITS = ["rounds", "second", "premium", "change"] as const;

export default function GoldPage() {
  const { t } = useTranslation();
  const { offer, has_card, subscription, promote_uid, own_promotion } = usePageData("gold");
  const follow = useFollow();
  const [open, setOpen] = useState(false);
  const { register, saving, modal, changed, forget } = useGoldSignUp({ has_card, promote_uid }, paths.gold);
  const isMember = subscription !== null && !["planned", "incomplete"].includes(subscription.status);
  useTitle(t("plans.gold.title"));

  return (
    <PageFrame narrow title={t("plans.gold.title")} lead={t("plans.gold.lead")}>
      <Stack>
        {isMember ? (
          <>
            <GoldBenefits />
            <ButtonLink kind="primary" to={paths.gold_rounds}>
              {t("plans.gold.rounds")}
            </ButtonLink>
            <MembershipPanel
              plan={subscription}
              least={1}
              onCancel={(reason) => cancelGold(subscription.stripe_subscription_id ?? "", reason, follow)}
              resumeButton={
                <ResumePlan
                  plan={subscription}
                  offer={offer && { ...offer, quote: changed ?? offer.quote }}
                  isChanged={changed !== null}
                  saving={saving}
                  onAgree={({ quote }) => register(quote)}
                  onClose={forget}
                />
              }
            />
            {modal}
            {own_promotion && (
              <Notice kind="info">
                <p>{t("plans.gold.recommend")}</p>
                <p className={styles.feed}>{own_promotion}</p>
                <CopyButton text={own_promotion} />
              </Notice>
            )}
          </>
        ) : offer ? (
          <>
            <GoldBenefits />
            <Panel>
              <Stack>
                <h2>{t("plans.prices")}</h2>
                <PriceTable offer={offer} />
                <Button kind="primary" onClick={() => setOpen(true)}>
                  {t("users.premium.new.button_gold")}
                </Button>
              </Stack>
            </Panel>
          </>
        ) : (
          <EmptyState title={t("plans.none")}>
            <p>{t("plans.none_text")}</p>
          </EmptyState>
        )}
        {offer && !isMember && (
          <GoldSignUpDialog
            gold={{ has_card, promote_uid, offer }}
            address={paths.gold}
            open={open}
            onClose={() => setOpen(false)}
          />
        )}
      </Stack>
    </PageFrame>
  );
}

function GoldBenefits() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="benefits">
      <Stack>
        <h2 id="benefits">{t("plans.benefits")}</h2>
        <ul className={styles.benefits}>
          {BENEFITS.map((benefit) => (
            <li key={benefit}>
              <h3>{t(`plans.gold.benefit.${benefit}.title`)}</h3>
              <p>{t(`plans.gold.benefit.${benefit}.text`)}</p>
            </li>
          ))}
        </ul>
      </Stack>
    </section>
  );
}
