import { useTranslation } from "react-i18next";
import type { PlanOffer } from "@/api";
import { formatDate } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { Checkbox, Notice, Stack } from "@/ui";
import { perInterval, yen } from "../model/price";

interface Props {
  offer: PlanOffer;
  accepts: boolean;
  onAccept: (accepts: boolean) => void;
}

/** An attempt that waits for the bank has no next payment. */
function overlapText({ renews_on, is_wider }: PlanOffer["quote"]["overlaps"][number]) {
  if (renews_on === null) return "plans.overlap.attempt";
  return is_wider ? "plans.overlap.wider" : "plans.overlap.narrower";
}

/** Asks a diner whose other subscription overlaps with the requested one, since both are charged. */
export function OverlapQuestion({ offer, accepts, onAccept }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { overlaps } = offer.quote;
  if (overlaps.length === 0) return null;
  return (
    <Notice kind="alert">
      <Stack>
        {overlaps.map((overlap) => (
          <p key={overlap.grade}>
            {t(overlapText(overlap), {
              plan: t(`plans.grade.${offer.grade}`),
              other: t(`plans.grade.${overlap.grade}`),
              price: `${yen(locale, overlap.amount)} ${perInterval(t, overlap)}`,
              date: overlap.renews_on === null ? "" : formatDate(overlap.renews_on, locale),
            })}
          </p>
        ))}
        <Checkbox
          label={t("plans.overlap.accept")}
          checked={accepts}
          onChange={(event) => onAccept(event.target.checked)}
        />
      </Stack>
    </Notice>
  );
}
