import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { browser, localePrefixOf, paths, useFollow, usePageData, useTitle } from "@/navigation";
import { Button, ButtonLink, Dialog, EmptyState, Notice, PageFrame, Panel, Problem, Stack } from "@/ui";
import { MembershipPanel } from "../components/MembershipPanel";
import { PriceTable } from "../components/PriceTable";
import { SubscriptionTerms } from "../components/SubscriptionTerms";
import { cancelGold } from "../model/cancel";
import styles from "../components/plans.module.css";

const BENEFITS = ["rounds", "second", "change"] as const;

export default function GoldPage() {
  const { t } = useTranslation();
  const { offer, has_card, subscription, promote_uid, own_promotion } = usePageData("gold");
  const follow = useFollow();
  const { run, modal } = useThreeDSecure();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isMember = subscription !== null && !["planned", "incomplete"].includes(subscription.status);
  useTitle(t("plans.gold.title"));

  const register = async () => {
    if (!has_card) {
      browser.assign(localePrefixOf(window.location.pathname) + paths.creditCard(paths.gold));
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      let answer = await send("POST", "/users/gold/subscriptions", { body: { promote_uid } });
      if (answer.status === "requires_action" && answer.client_secret) {
        const intent = { id: "", status: "requires_action" as const, client_secret: answer.client_secret };
        const { result } = await run([intent], answer.payment_method);
        answer = await send("POST", "/users/gold/subscriptions/confirm", {
          body: { result, stripe_subscription_id: answer.stripe_subscription_id ?? "" },
        });
      }
      if (answer.redirect_to) follow(answer.redirect_to);
      else setProblem(t("plans.not_authenticated"));
    } catch (error) {
      if (error instanceof ApiError && error.problem.force_reload) browser.reload();
      else setProblem(error instanceof ApiError && error.status < 500 ? error.message : t("plans.gold.failed"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <PageFrame narrow title={t("plans.gold.title")} lead={t("plans.gold.lead")}>
      <Stack>
        {isMember ? (
          <>
            <ButtonLink kind="primary" to={paths.gold_rounds}>
              {t("plans.gold.rounds")}
            </ButtonLink>
            <MembershipPanel
              plan={subscription}
              least={1}
              onCancel={(reason) => cancelGold(subscription.stripe_subscription_id ?? "", reason, follow)}
            />
            {own_promotion && (
              <Notice kind="info">
                <p>{t("plans.gold.recommend")}</p>
                <p className={styles.feed}>{own_promotion}</p>
              </Notice>
            )}
          </>
        ) : offer ? (
          <>
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
        {offer && (
          <Dialog
            title={t("plans.gold.sign_up")}
            open={open}
            onClose={() => setOpen(false)}
            actions={
              <>
                <Button onClick={() => setOpen(false)}>{t("common.close")}</Button>
                <Button kind="primary" busy={busy} onClick={() => void register()}>
                  {t("plans.gold.register")}
                </Button>
              </>
            }
          >
            <SubscriptionTerms offer={offer} />
            <p>{t("plans.gold.explanation")}</p>
            {!has_card && <p>{t("plans.card_first")}</p>}
            {problem && <Problem>{problem}</Problem>}
          </Dialog>
        )}
        {modal}
      </Stack>
    </PageFrame>
  );
}
