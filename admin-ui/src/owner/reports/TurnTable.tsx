import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { grouped } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import { ChartTable } from "./ChartTable";
import { turnRows } from "./model";
import type { TurnTime } from "./model";

/** Shows how long parties of each size stay, on average. */
export function TurnTable({ turnTimes }: { turnTimes: Schemas["ReportTurnTimes"] }) {
  const t = useT();
  const { overall, meals } = turnTimes;
  if (overall.total.parties === 0) return <Typography color="text.secondary">{t("reports.no_turn_times")}</Typography>;
  // A single meal has the averages of all meals.
  const shown = meals.length > 1 ? meals : [];
  const minutes = (average: number) => t("reports.minutes", { smart_count: average, count: average });
  const ofAll = ({ average_minutes: average, parties }: TurnTime) => [
    average === null ? "–" : minutes(average),
    grouped(parties),
  ];
  const ofMeal = ({ average_minutes: average, parties }: TurnTime) =>
    average === null
      ? "–"
      : t("reports.minutes_of_parties", {
          minutes: minutes(average),
          parties: t("reports.parties", { smart_count: parties, count: parties }),
        });
  const heading = t("reports.columns.average_turn");
  return (
    <ChartTable
      title={t("reports.turn_times")}
      headHeading={t("reports.columns.party_size")}
      headings={[heading, t("reports.columns.parties"), ...shown.map(({ label }) => label)]}
      parts={[{ key: "average", label: heading }]}
      rows={turnRows({ ...turnTimes, meals: shown }).map((row) => ({
        key: String(row.size),
        head: row.isLast
          ? t("reports.guests_from", { from: row.size })
          : t("home.guests_count", { smart_count: row.size, count: row.size }),
        values: [row.overall.average_minutes ?? 0],
        cells: [...ofAll(row.overall), ...row.meals.map(ofMeal)],
      }))}
      totalHeading={t("reports.all_sizes")}
      total={[...ofAll(overall.total), ...shown.map(({ times }) => ofMeal(times.total))]}
    />
  );
}
