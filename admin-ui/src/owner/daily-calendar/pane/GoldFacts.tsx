import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { Facts } from "@/console/ui";

/** What a gold diner told of themselves, and wishes of this visit. */
export function GoldFacts({ reservation }: { reservation: Schemas["ReservationDetail"] }) {
  const t = useT();
  const { gold_user_profile: profile, gold_reservation_preference: wish } = reservation;
  if (!profile && !wish) return <Typography color="text.secondary">{t("pane.gold.none")}</Typography>;
  return (
    <Facts
      facts={[
        [t("pane.gold.omakase_recommendation"), profile?.omakase_recommendation],
        [t("pane.gold.birthplace"), profile?.birthplace],
        [t("pane.gold.birth_date"), profile?.birth_date],
        [t("pane.gold.industry_type"), profile?.industry_type],
        [t("pane.gold.is_first_visit"), wish && t(wish.is_first_visit ? "pane.gold.yes" : "pane.gold.no")],
        [t("pane.gold.last_visit_period"), wish?.last_visit_period],
        [t("pane.gold.usage_scene"), wish?.usage_scene],
        [t("pane.gold.food_amount"), wish?.food_amount],
      ]}
    />
  );
}
