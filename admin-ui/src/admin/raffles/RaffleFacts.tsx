import Alert from "@mui/material/Alert";
import { useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useInstant } from "@/admin/navigation";
import { Facts } from "@/console/ui";
import { shownPeriod, shownWindow } from "./model";
import type { RaffleRound } from "./model";

/** A raffle's period, its draw, its number of winners, and their booking window. */
export function RaffleFacts({ round }: { round: RaffleRound }) {
  const t = useT();
  const { locale } = useShell();
  const instant = useInstant();
  const people = (count: number) => t("raffles.people", { count });
  const windows = round.prrList.map((window) => t("raffles.window", shownWindow(window, locale)));
  return (
    <>
      <Facts
        facts={[
          [t("raffles.period"), shownPeriod(round, locale)],
          [t("raffles.winners_count"), people(round.winners_count)],
          [t("raffles.entries_limit"), round.entries_limit],
          [t("raffles.draws_at"), instant(round.draws_at)],
          [t("raffles.drawn_at"), round.drawn_at && instant(round.drawn_at)],
          [t("raffles.beacon_round"), round.beacon_round],
          [t("raffles.registrations"), people(round.registrations)],
          [t("raffles.winners"), people(round.winners)],
          [t("raffles.windows"), windows.join("\n")],
          [t("raffles.questions"), round.questions.join("\n")],
        ]}
      />
      {round.is_due && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t("raffles.overdue")}
        </Alert>
      )}
      {windows.length === 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t("raffles.no_windows")}
        </Alert>
      )}
    </>
  );
}
