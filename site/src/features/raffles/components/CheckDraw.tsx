import { useTranslation } from "react-i18next";
import type { RestaurantRaffle } from "@/api";
import { AppLink, paths } from "@/navigation";

/** A link to the proof of the draw, for a closed raffle. */
export function CheckDraw({ raffle }: { raffle: RestaurantRaffle }) {
  const { t } = useTranslation();
  if (raffle.progress === "planned" || raffle.progress === "open") return null;
  return (
    <p>
      <AppLink to={paths.raffleRoundOf(raffle.uid)}>{t("raffle.check_draw")}</AppLink>
    </p>
  );
}
