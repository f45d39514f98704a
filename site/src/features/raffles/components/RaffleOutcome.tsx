import { useTranslation } from "react-i18next";
import type { RaffleParticipation, RestaurantRaffle } from "@/api";
import { AppLink, paths } from "@/navigation";
import { ButtonLink, Notice } from "@/ui";
import { EntryReceipts } from "./EntryReceipts";
import styles from "./Raffle.module.css";

interface Props {
  /** Null if the restaurant's page is no longer public. */
  slug: string | null;
  raffle: RestaurantRaffle;
  participation: RaffleParticipation;
}

/** The result of the diner's entries, and the booking link for a winner. */
export function RaffleOutcome({ slug, raffle, participation }: Props) {
  const { t } = useTranslation();
  const { win, entries } = participation;
  if (entries.length === 0 && win === null) return null;
  return (
    <div className={styles.outcome}>
      {win !== null && (
        <Notice kind="success">
          <p>{t(win.won_by === "admin" ? "raffle.won_manually" : "raffle.won")}</p>
          <Booking slug={slug} win={win} raffle={raffle} />
        </Notice>
      )}
      {win === null && <p>{t(`raffle.progress.${raffle.progress}`)}</p>}
      <EntryReceipts entries={entries} />
    </div>
  );
}

interface BookingProps {
  slug: string | null;
  win: NonNullable<RaffleParticipation["win"]>;
  raffle: RestaurantRaffle;
}

function Booking({ slug, win, raffle }: BookingProps) {
  const { t } = useTranslation();
  if (win.reservation_uid !== null) {
    return <AppLink to={paths.reservationOf(win.reservation_uid)}>{t("raffle.booked")}</AppLink>;
  }
  if (win.is_bookable && slug !== null) {
    const to = paths.newReservationOf(slug, { win: win.raffle_round_registration_id });
    return (
      <ButtonLink kind="accent" to={to}>
        {t("raffle.book")}
      </ButtonLink>
    );
  }
  return <p>{t(raffle.prrList.length > 0 ? "raffle.book_later" : "raffle.book_undecided")}</p>;
}
