import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { formatDate } from "@seki/shared/civil-time";
import { inWindow } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle } from "@/console/ui";
import { PageRestaurant } from "../layout/PageRestaurant";
import { OccupancyTable } from "./OccupancyTable";
import { queryOf, SpanForm } from "./SpanForm";
import type { Chosen } from "./SpanForm";
import { CancellationTable, CoverTable, GuestTable, LeadTable } from "./tables";
import { TurnTable } from "./TurnTable";

type PartName = "covers" | "cancellations" | "lead_times" | "occupancy" | "turn_times" | "guests";

/** The restaurant's figures by week or month. */
export default function OwnerReportsPage() {
  const t = useT();
  const { data, locale } = usePage<"owner_reports">();
  const { by, from, till, periods, lead_bounds, occupancy, turn_times, is_behind } = data;
  const shown = { by, from, till };
  const [first, last] = [periods[0], periods.at(-1)];
  const tables: [PartName, ReactNode][] = [
    ["covers", <CoverTable key="table" by={by} periods={periods} />],
    ["cancellations", <CancellationTable key="table" by={by} periods={periods} />],
    ["lead_times", <LeadTable key="table" by={by} periods={periods} bounds={lead_bounds} />],
    ["occupancy", <OccupancyTable key="table" title={t("reports.occupancy")} occupancy={occupancy} />],
    ["turn_times", <TurnTable key="table" turnTimes={turn_times} />],
    ["guests", <GuestTable key="table" by={by} periods={periods} />],
  ];
  return (
    <>
      <PageTitle title={t("reports.title")} actions={<PageRestaurant />} />
      <SpanForm key={queryOf(shown)} shown={shown} />
      {by === "week" && first && last && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {t("reports.whole_weeks", {
            from: formatDate(first.first_day, locale),
            till: formatDate(last.last_day, locale),
          })}
        </Typography>
      )}
      {is_behind && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t("reports.behind")}
        </Alert>
      )}
      <Box sx={{ display: "grid", gap: 5, gridTemplateColumns: "minmax(0, 1fr)" }}>
        {tables.map(([part, table]) => (
          <Section key={part} part={part} shown={shown}>
            {table}
          </Section>
        ))}
      </Box>
    </>
  );
}

function Section({ part, shown, children }: { part: PartName; shown: Chosen; children: ReactNode }) {
  const t = useT();
  const title = t(`reports.${part}`);
  const kinds = [
    ["csv", t("reports.csv")],
    ["xlsx", t("reports.excel")],
  ] as const;
  return (
    <section aria-labelledby={`report-${part}`}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center", justifyContent: "space-between" }}>
        <Typography variant="h2" id={`report-${part}`}>
          {title}
        </Typography>
        <Box sx={{ display: "flex", gap: 1 }}>
          {kinds.map(([kind, label]) => (
            <Button
              key={kind}
              size="small"
              variant="outlined"
              startIcon={<DownloadIcon />}
              href={inWindow(paths.reportFile(part, kind, queryOf(shown)))}
              download
              aria-label={t("reports.download", { title, kind: label })}
            >
              {label}
            </Button>
          ))}
        </Box>
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5, mt: 0.5 }}>
        {t(`reports.${part}_lead`)}
      </Typography>
      {children}
    </section>
  );
}
