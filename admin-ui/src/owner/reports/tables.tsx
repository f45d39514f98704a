import { formatMonth, formatShortDate, monthOf } from "@seki/shared/civil-time";
import { useShell } from "@/owner/api";
import { grouped, yen } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import { ChartTable } from "./ChartTable";
import { channelTotal, leadRanges, totalOf, unknownParties } from "./model";
import type { Period } from "./model";

interface Props {
  by: string;
  periods: Period[];
}

const CHANNELS = ["online", "invited", "in_person", "walk_in", "off_site"] as const;

function usePeriodName(by: string) {
  const t = useT();
  const { locale } = useShell();
  return ({ first_day }: Period) =>
    by === "week"
      ? t("reports.week_of", { from: formatShortDate(first_day, locale) })
      : formatMonth(monthOf(first_day), locale);
}

/** Shows guests by channel. */
export function CoverTable({ by, periods }: Props) {
  const t = useT();
  const named = usePeriodName(by);
  const parts = CHANNELS.map((key) => ({ key, label: t(`reports.channels.${key}`) }));
  return (
    <ChartTable
      title={t("reports.covers")}
      headHeading={t("reports.period")}
      headings={[
        t("reports.columns.guests"),
        ...parts.map(({ label }) => label),
        t("reports.columns.parties"),
        t("reports.columns.course_total"),
      ]}
      parts={parts}
      rows={periods.map((period) => ({
        key: period.first_day,
        head: named(period),
        values: period.channels.map((channel) => channel.guests),
        cells: [
          grouped(period.guests),
          ...period.channels.map((channel) => grouped(channel.guests)),
          grouped(period.parties),
          yen(period.course_total),
        ],
      }))}
      total={[
        grouped(totalOf(periods, "guests")),
        ...CHANNELS.map((channel) => grouped(channelTotal(periods, channel).guests)),
        grouped(totalOf(periods, "parties")),
        yen(totalOf(periods, "course_total")),
      ]}
    />
  );
}

/** Shows no-shows and cancellations. */
export function CancellationTable({ by, periods }: Props) {
  const t = useT();
  const named = usePeriodName(by);
  const both = (parties: number, guests: number) =>
    t("reports.parties_and_guests", {
      parties: t("reports.parties", { smart_count: parties, count: parties }),
      guests: t("home.guests_count", { smart_count: guests, count: guests }),
    });
  const all = (no_shows: number, cancellations: number) => {
    const count = no_shows + cancellations;
    return t("reports.parties", { smart_count: count, count });
  };
  const parts = [
    { key: "no_shows", label: t("reports.columns.no_shows") },
    { key: "cancellations", label: t("reports.columns.cancellations") },
  ];
  return (
    <ChartTable
      title={t("reports.cancellations")}
      headHeading={t("reports.period")}
      headings={[t("reports.total"), ...parts.map(({ label }) => label), t("reports.columns.cancellation_fees")]}
      parts={parts}
      rows={periods.map((period) => ({
        key: period.first_day,
        head: named(period),
        values: [period.no_shows, period.cancellations],
        cells: [
          all(period.no_shows, period.cancellations),
          both(period.no_shows, period.no_show_guests),
          both(period.cancellations, period.cancelled_guests),
          yen(period.cancellation_fees),
        ],
      }))}
      total={[
        all(totalOf(periods, "no_shows"), totalOf(periods, "cancellations")),
        both(totalOf(periods, "no_shows"), totalOf(periods, "no_show_guests")),
        both(totalOf(periods, "cancellations"), totalOf(periods, "cancelled_guests")),
        yen(totalOf(periods, "cancellation_fees")),
      ]}
    />
  );
}

/** Shows bookings by lead time in days. */
export function LeadTable({ by, periods, bounds }: Props & { bounds: number[] }) {
  const t = useT();
  const named = usePeriodName(by);
  const headings = leadRanges(bounds).map(({ from, till }) => {
    if (till === null) return t("reports.days_from", { from });
    return till === 0 ? t("reports.same_day") : t("reports.days_from_till", { from, till });
  });
  const average = t("reports.columns.average_lead");
  return (
    <ChartTable
      title={t("reports.lead_times")}
      headHeading={t("reports.period")}
      headings={[average, ...headings]}
      parts={[{ key: "average", label: average }]}
      rows={periods.map((period) => ({
        key: period.first_day,
        head: named(period),
        values: [period.average_lead ?? 0],
        cells: [
          period.average_lead === null ? "–" : t("reports.days_before", { days: period.average_lead }),
          ...period.leads.map(grouped),
        ],
      }))}
    />
  );
}

/** Shows first visits and returning guests. */
export function GuestTable({ by, periods }: Props) {
  const t = useT();
  const named = usePeriodName(by);
  const parts = (["new", "returning", "unknown"] as const).map((key) => ({ key, label: t(`reports.columns.${key}`) }));
  const unknown = periods.reduce((sum, period) => sum + unknownParties(period), 0);
  return (
    <ChartTable
      title={t("reports.guests")}
      headHeading={t("reports.period")}
      headings={[t("reports.columns.parties"), ...parts.map(({ label }) => label)]}
      parts={parts}
      rows={periods.map((period) => ({
        key: period.first_day,
        head: named(period),
        values: [period.new_parties, period.returning_parties, unknownParties(period)],
        cells: [period.parties, period.new_parties, period.returning_parties, unknownParties(period)].map(grouped),
      }))}
      total={[
        totalOf(periods, "parties"),
        totalOf(periods, "new_parties"),
        totalOf(periods, "returning_parties"),
        unknown,
      ].map(grouped)}
    />
  );
}
