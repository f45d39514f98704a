import { useTranslation } from "react-i18next";
import type { RestaurantRaffle } from "@/api";
import { formatClose, formatDate, formatInstant } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { Facts } from "@/ui";

/**
 * The period (diner §9) from 00:00 of the first day to the last minute before the close, which is 23:59 for one at
 * midnight, the number of winners, and their booking time.
 */
export function RafflePeriod({ raffle }: { raffle: RestaurantRaffle }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const facts = [
    {
      label: t("raffle.period"),
      value: t("raffle.period_value", {
        from: formatDate(raffle.first_day, locale),
        till: formatClose(raffle.registerable_till, locale),
      }),
    },
    { label: t("raffle.winners"), value: t("raffle.winners_value", { count: raffle.winners_count }) },
    ...raffle.prrList.map((round) => ({
      label: t("raffle.priority"),
      value: t("raffle.priority_value", {
        at: formatInstant(round.effective_at, locale),
        till: formatDate(round.online_reservable_till, locale),
      }),
    })),
  ];
  return <Facts facts={facts} />;
}
