import { useState } from "react";
import Button from "@mui/material/Button";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle } from "@/console/ui";
import { BulkTools } from "./BulkTools";
import { CircleLegend } from "./Circles";
import { DayDialog } from "./DayDialog";
import { MonthPicker } from "./MonthPicker";
import { MonthTable } from "./MonthTable";
import { Writers } from "../rights";

/** A month at a glance: each day links to its calendar, and several can be changed together. */
export default function OwnerMonthlyCalendarPage() {
  const t = useT();
  const { data, reload } = usePage<"owner_monthly_calendar">();
  // Null while days are not being chosen. Another month starts a new choice.
  const [bulk, setBulk] = useState<{ month: string; dates: string[] } | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const chosen = bulk?.month === data.month ? bulk.dates : null;
  const setChosen = (dates: string[] | null) => setBulk(dates && { month: data.month, dates });
  const day = data.days.find(({ date }) => date === edited);
  return (
    <>
      <PageTitle
        title={t("days.month_title")}
        actions={
          <>
            <MonthPicker month={data.month} months={data.months} to={paths.month} />
            <Writers of="office">
              <Button
                variant="outlined"
                aria-pressed={chosen !== null}
                onClick={() => setChosen(chosen === null ? [] : null)}
              >
                {t(chosen === null ? "days.bulk_start" : "days.bulk_end")}
              </Button>
            </Writers>
          </>
        }
      />
      {chosen !== null && (
        <BulkTools
          days={data.days}
          chosen={chosen}
          onChoose={setChosen}
          tags={data.tags}
          onDone={() => {
            setChosen([]);
            void reload();
          }}
        />
      )}
      {data.days.some(({ meals }) => meals.some(({ marks }) => marks.length > 0)) && <CircleLegend />}
      <MonthTable
        month={data.month}
        days={data.days}
        tags={data.tags}
        chosen={chosen}
        onChoose={setChosen}
        onEdit={setEdited}
      />
      {day && <DayDialog day={day} tags={data.tags} onClose={() => setEdited(null)} onChanged={() => void reload()} />}
    </>
  );
}
