import Typography from "@mui/material/Typography";
import { plainDate } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { Facts } from "@/console/ui";

/** Shows a gold diner's profile and the preferences for this visit. */
export function GoldFacts({ reservation }: { reservation: Schemas["ReservationDetail"] }) {
  const t = useT();
  const { gold_user_profile: profile, gold_reservation_preference: preference } = reservation;
  if (!profile && !preference) return <Typography color="text.secondary">{t("pane.gold.none")}</Typography>;
  return (
    <Facts
      facts={[
        [t("pane.gold.omakase_recommendation"), profile?.omakase_recommendation],
        [t("pane.gold.birthplace"), profile?.birthplace],
        [t("pane.gold.birth_date"), profile?.birth_date && plainDate(profile.birth_date)],
        [t("pane.gold.industry_type"), profile?.industry_type],
        [t("pane.gold.is_first_visit"), preference && t(preference.is_first_visit ? "pane.gold.yes" : "pane.gold.no")],
        [t("pane.gold.last_visit_period"), preference?.last_visit_period_label],
        [t("pane.gold.usage_scene"), preference?.usage_scene_label],
        [t("pane.gold.food_amount"), preference?.food_amount_label],
      ]}
    />
  );
}
