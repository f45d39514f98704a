import { useTranslation } from "react-i18next";
import type { UnpaidRenewal } from "@/api";
import { CardForm, SavedCardLine } from "@/features/payment";
import { formatDate, formatYen } from "@seki/shared/civil-time";
import { AppLink, browser, paths, useFollow, useLocale, usePageData, useTitle } from "@/navigation";
import { Notice, PageFrame, Panel, Stack } from "@/ui";

/** Names a declined renewal, which another card pays, and links to the page on which it can be paid. */
function UnpaidRenewalNotice({ renewal }: { renewal: UnpaidRenewal }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const plan = t(`plans.grade.${renewal.grade}`);
  const amount = formatYen(renewal.amount, locale);
  const until = renewal.pay_by && formatDate(renewal.pay_by.slice(0, 10), locale);
  return (
    <Notice kind="alert">
      <p>
        {until
          ? t("card.unpaid_renewal_until", { plan, amount, date: until })
          : t("card.unpaid_renewal", { plan, amount })}
      </p>
      <AppLink to={renewal.path}>{t("card.pay_renewal")}</AppLink>
    </Notice>
  );
}

export default function CreditCardPage() {
  const { t } = useTranslation();
  const { card, next, owed, owed_total, unpaid_renewals, proof_ways } = usePageData("credit_card_edit");
  const locale = useLocale();
  const follow = useFollow();
  useTitle(t("card.title"));

  const registered = (redirectUrl: string | null) => {
    const target = redirectUrl ?? next;
    if (target) follow(target);
    else browser.reload();
  };

  return (
    <PageFrame narrow title={t("card.title")} lead={<AppLink to={paths.profile}>{t("profile.back")}</AppLink>}>
      <Stack>
        {card && (
          <Panel>
            <Stack>
              <h2>{t("card.current")}</h2>
              <SavedCardLine card={card} />
            </Stack>
          </Panel>
        )}
        {owed.length > 0 && (
          <Notice kind="alert">
            <p>{t("card.owed", { amount: formatYen(owed_total, locale) })}</p>
            <ul>
              {owed.map((line) => (
                <li key={line.restaurant_name + line.display_time}>
                  {`${line.restaurant_name} ${line.display_time}: ${line.label} ${formatYen(line.amount, locale)}`}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {unpaid_renewals.map((renewal) => (
          <UnpaidRenewalNotice key={renewal.grade} renewal={renewal} />
        ))}
        <Panel>
          <Stack>
            <h2>{card ? t("card.new") : t("card.register")}</h2>
            <CardForm next={next} proofWays={proof_ways} onRegistered={registered} />
          </Stack>
        </Panel>
      </Stack>
    </PageFrame>
  );
}
