import Alert from "@mui/material/Alert";
import { Facts } from "@/console/ui";
import { useT } from "@/admin/i18n/use-t";
import { shownTime } from "./model";
import type { RaffleRound } from "./model";

/** A raffle's period, how many win, and when they may book. */
export function RaffleFacts({ round }: { round: RaffleRound }) {
  const t = useT();
  const people = (count: number) => t("raffles.people", { count });
  const windows = round.prrList.map(({ effective_at, online_reservable_till }) =>
    t("raffles.window", { at: shownTime(effective_at), till: online_reservable_till.replaceAll("-", "/") }),
  );
  return (
    <>
      <Facts
        facts={[
          [t("raffles.period"), `${shownTime(round.registerable_from)} – ${shownTime(round.registerable_till)}`],
          [t("raffles.winners_count"), people(round.winners_count)],
          [t("raffles.entries_limit"), round.entries_limit],
          [t("raffles.registrations"), people(round.registrations)],
          [t("raffles.winners"), people(round.winners)],
          [t("raffles.windows"), windows.join("\n")],
          [t("raffles.questions_shown"), round.questions.join("\n")],
        ]}
      />
      {windows.length === 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t("raffles.no_windows")}
        </Alert>
      )}
    </>
  );
}
