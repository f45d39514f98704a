import Box from "@mui/material/Box";
import { joiner } from "@/console/i18n/page-language";
import { useShell, useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { formatInstant } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { NeedsConnection } from "../offline/NeedsConnection";
import { OpenWebSeats } from "../../web-seats/OpenWebSeats";

interface Props {
  offer: Schemas["EndedOffer"];
  mayWrite: boolean;
  onChanged: () => void;
}

/** The last offer to a party, how it ended, and a button that opens its seats on the web again. */
export function EndedOffer({ offer, mayWrite, onChanged }: Props) {
  const t = useT();
  const { locale } = useShell();
  const { restaurant } = useSession();
  const at = (instant: string) => formatInstant(instant, locale, restaurant.time_zone);
  const values = { time: offer.start_time, seats: offer.labels.join(joiner()), offered: at(offer.offered_at) };
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, fontSize: "0.85rem" }}>
      <Box component="span" sx={{ color: "warning.dark" }}>
        {t(`waiting.ended.${offer.end}`, { ...values, ended: at(offer.ended_at) })}
      </Box>
      {offer.may_open_web_seats && <span>{t("waiting.not_on_the_web")}</span>}
      {offer.may_open_web_seats && mayWrite && (
        <NeedsConnection>
          <OpenWebSeats uid={offer.reservation_uid} onOpened={onChanged} />
        </NeedsConnection>
      )}
    </Box>
  );
}
