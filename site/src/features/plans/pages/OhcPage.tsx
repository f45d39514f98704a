import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSiteConfig } from "@/api";
import type { PlanOffer, PlanQuote } from "@/api";
import { AppLink, browser, localePrefixOf, paths, useFollow, usePageData, useTitle } from "@/navigation";
import { Button, Notice, PageFrame, Panel, Stack, WriteProblem } from "@/ui";
import { BankSteps } from "../components/BankSteps";
import { ResumePlan } from "../components/ResumePlan";
import { MembershipPanel } from "../components/MembershipPanel";
import { PriceTable } from "../components/PriceTable";
import { SubscribeDialog } from "../components/SubscribeDialog";
import { useSubscribe } from "../hooks/useSubscribe";
import { cancelClub } from "../model/cancel";
import { shownQuote } from "../model/quote";
import styles from "../components/plans.module.css";

const BENEFITS = ["table", "travel", "evenings", "premium"] as const;

type Benefit = (typeof BENEFITS)[number];

/** Leads a member to where a benefit is used. */
function ClubLink({ benefit }: { benefit: Benefit }) {
  const { t } = useTranslation();
  const { concierge_phone } = useSiteConfig();
  switch (benefit) {
    case "table":
      return <AppLink to={paths.premium_restaurants}>{t("plans.ohc.to_table")}</AppLink>;
    case "travel":
      return concierge_phone === null ? null : (
        <a href={`tel:${concierge_phone}`}>{t("plans.ohc.to_travel", { phone: concierge_phone })}</a>
      );
    case "evenings":
      return <AppLink to={paths.legalOf("contact")}>{t("plans.ohc.to_evenings")}</AppLink>;
    case "premium":
      return <AppLink to={paths.premium}>{t("plans.to_member_page")}</AppLink>;
  }
}

const toCardForm = () => browser.assign(localePrefixOf(window.location.pathname) + paths.creditCard(paths.ohc));

export default function OhcPage() {
  const { t } = useTranslation();
  const { is_member, is_invited, offer: loaded, has_card, subscription } = usePageData("ohc");
  const follow = useFollow();
  const { subscribe, saving, modal } = useSubscribe();
  const [confirming, setConfirming] = useState(false);
  const [changed, setChanged] = useState<PlanQuote | null>(null);
  const offer = loaded && { ...loaded, quote: changed ?? loaded.quote };
  useTitle(t("plans.ohc.title"));

  const join = () => {
    if (has_card) setConfirming(true);
    else toCardForm();
  };
  /** Resolves to whether the diner must agree to a new quote. */
  const request = async ({ stripe_price_id, quote }: PlanOffer): Promise<boolean> => {
    const differing = await subscribe({
      subscription: { stripe_price_id, grade: "ohc" },
      quote: shownQuote(quote),
    });
    if (differing !== null) setChanged(differing);
    return differing !== null;
  };
  const agree = async (agreed: PlanOffer) => {
    setConfirming(false);
    if (await request(agreed)) setConfirming(true);
  };
  const resume = async (agreed: PlanOffer): Promise<boolean> => {
    if (has_card) return request(agreed);
    toCardForm();
    return false;
  };

  return (
    <PageFrame title={t("plans.ohc.title")} lead={is_member ? t("plans.ohc.lead") : t("plans.ohc.about")}>
      <Stack>
        {(is_member || (is_invited && offer)) && (
          <section aria-labelledby="benefits">
            <Stack>
              <h2 id="benefits">{t("plans.benefits")}</h2>
              <ul className={styles.benefits}>
                {BENEFITS.map((benefit) => (
                  <li key={benefit}>
                    <h3>{t(`plans.ohc.${benefit}.title`)}</h3>
                    <p>{t(`plans.ohc.${benefit}.text`)}</p>
                    {is_member && <ClubLink benefit={benefit} />}
                  </li>
                ))}
              </ul>
            </Stack>
          </section>
        )}
        {is_member && subscription && (
          <MembershipPanel
            plan={subscription}
            least={2}
            onCancel={(reason) => cancelClub(subscription.stripe_subscription_id ?? "", reason, follow)}
            resumeButton={
              <ResumePlan
                plan={subscription}
                offer={offer}
                isChanged={changed !== null}
                saving={saving}
                onAgree={resume}
                onClose={() => setChanged(null)}
              />
            }
          />
        )}
        {!is_member && is_invited && offer && (
          <Panel>
            <Stack>
              <h2>{t("plans.ohc.join")}</h2>
              <PriceTable offer={offer} />
              {!has_card && <BankSteps quote={offer.quote} />}
              <Button kind="primary" busy={saving.busy} onClick={join}>
                {t("plans.ohc.submit")}
              </Button>
              <WriteProblem write={saving} />
            </Stack>
          </Panel>
        )}
        {!is_member && !is_invited && <Notice kind="info">{t("plans.ohc.invitation_only")}</Notice>}
        <SubscribeDialog
          offer={confirming ? offer : null}
          isChanged={changed !== null}
          onClose={() => {
            setConfirming(false);
            setChanged(null);
          }}
          onAgree={(agreed) => void agree(agreed)}
        />
        {modal}
      </Stack>
    </PageFrame>
  );
}
