import { useState } from "react";
import { Form, useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "@/api";
import type { PlanOffer, PlanQuote, PremiumGreenPage } from "@/api";
import { formatDate } from "@seki/shared/civil-time";
import { browser, localePrefixOf, paths, useLocale } from "@/navigation";
import { Button, ButtonLink, EmptyState, Notice, Panel, Stack, TextField, WriteProblem } from "@/ui";
import { useSubscribe } from "../hooks/useSubscribe";
import { monthsSaved, subscribeLabel, trialCopy, yen } from "../model/price";
import { shownQuote } from "../model/quote";
import { BankSteps } from "./BankSteps";
import { PriceTable } from "./PriceTable";
import { SubscribeDialog } from "./SubscribeDialog";
import { TrialRefusal } from "./TrialRefusal";
import styles from "./plans.module.css";

/** The prices of premium with the discount of a code, and the button that subscribes. */
export function PlanChoice({ plan, address }: { plan: PremiumGreenPage; address: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { signed_in } = useSession();
  const [params] = useSearchParams();
  const { subscribe, saving, modal } = useSubscribe();
  const [confirming, setConfirming] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [changed, setChanged] = useState<{ price: string; quote: PlanQuote } | null>(null);
  const { prices, subscription, trial_months, campaign_code, coupon } = plan;
  const resumes = subscription !== null && subscription.is_cancelled;
  const waits = subscription !== null && ["planned", "incomplete"].includes(subscription.status);

  const begin = (price: string) => {
    // The code is used after the detour.
    const here = campaign_code === null ? address : `${address}?${new URLSearchParams({ campaign_code }).toString()}`;
    if (!signed_in) {
      browser.assign(localePrefixOf(window.location.pathname) + paths.signInFrom(here));
      return;
    }
    if (!plan.has_card) {
      browser.assign(localePrefixOf(window.location.pathname) + paths.creditCard(here));
      return;
    }
    setConfirming(price);
  };

  const agree = async ({ stripe_price_id, quote }: PlanOffer) => {
    setConfirming(null);
    setAsked(stripe_price_id);
    // A code whose months the new quote does not have any more would be rejected.
    const hasCode = !resumes && (quote.trial_months !== null || coupon !== null);
    const differing = await subscribe({
      subscription: { stripe_price_id, grade: "green" },
      is_monthly_green_trial: quote.trial_months !== null,
      campaign_code: hasCode ? campaign_code : null,
      quote: shownQuote(quote),
    });
    if (differing === null) return;
    setChanged({ price: stripe_price_id, quote: differing });
    setConfirming(stripe_price_id);
  };

  /** Another dialog starts from the page's quote: the rejected request may have had other terms. */
  const close = () => {
    setConfirming(null);
    setChanged(null);
  };

  if (plan.is_included || (subscription !== null && !resumes && !waits)) {
    return (
      <Notice kind="info">
        <p>{t(plan.is_included ? "plans.included" : "plans.subscribed")}</p>
        <ButtonLink to={paths.premium}>{t("plans.to_member_page")}</ButtonLink>
      </Notice>
    );
  }
  // A cancelled subscription resumes at its own price. Another price requires its end.
  const own = resumes ? prices.filter((offer) => offer.stripe_price_id === subscription.stripe_price_id) : prices;
  const offers = own.map((offer) =>
    offer.stripe_price_id === changed?.price ? { ...offer, quote: changed.quote } : offer,
  );
  if (offers.length === 0) {
    return (
      <EmptyState title={t("plans.none")}>
        <p>{t("plans.none_text")}</p>
      </EmptyState>
    );
  }
  return (
    <Stack>
      {resumes && subscription.period_end && (
        <Notice kind="info">
          {t("plans.ends", { date: formatDate(subscription.period_end.slice(0, 10), locale) })}
        </Notice>
      )}
      {trial_months !== null && !resumes && <p className={styles.trial}>{trialCopy(t, trial_months)}</p>}
      {signed_in && !resumes && <TrialRefusal refusal={plan.trial_refusal} />}
      <div className={styles.offers}>
        {offers.map((offer) => (
          <Panel key={offer.stripe_price_id} className={styles.offer}>
            <h3>{offer.interval === "year" ? t("plans.yearly") : t("plans.monthly")}</h3>
            <PriceTable offer={offer} />
            {monthsSaved(offer, offers) > 0 && (
              <p className={styles.saves}>{t("plans.saves", { count: monthsSaved(offer, offers) })}</p>
            )}
            {!resumes && offer.quote.trial_months !== null && (
              <p className={styles.today}>
                {t("plans.trial_today", { amount: yen(locale, offer.quote.amount_today) })}
              </p>
            )}
            <Button
              kind="primary"
              wide
              busy={saving.busy && asked === offer.stripe_price_id}
              onClick={() => begin(offer.stripe_price_id)}
            >
              {resumes ? t("plans.resume") : subscribeLabel(t, offer.quote)}
            </Button>
            {signed_in && !plan.has_card && <BankSteps quote={offer.quote} />}
          </Panel>
        ))}
      </div>
      <WriteProblem write={saving} />
      {!resumes && (
        <Form method="get" className={styles.code}>
          <TextField
            label={t("plans.code")}
            name="campaign_code"
            autoComplete="off"
            maxLength={40}
            // A wrong code stays, so that it can be corrected.
            defaultValue={campaign_code ?? params.get("campaign_code")?.trim() ?? ""}
            error={plan.is_code_unknown ? t("plans.code_unknown") : undefined}
          />
          <Button type="submit">{t("plans.code_apply")}</Button>
        </Form>
      )}
      <SubscribeDialog
        offer={offers.find(({ stripe_price_id }) => stripe_price_id === confirming) ?? null}
        isResumed={resumes}
        isChanged={changed !== null && changed.price === confirming}
        onClose={close}
        onAgree={(offer) => void agree(offer)}
      />
      {modal}
    </Stack>
  );
}
