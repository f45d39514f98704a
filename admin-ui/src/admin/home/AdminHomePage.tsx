import Box from "@mui/material/Box";
import { useT } from "@/admin/i18n/use-t";
import { PageTitle } from "@/console/ui";
import { Age } from "../system/Age";
import { useFresh } from "../system/use-fresh";
import { DayFigures } from "./DayFigures";
import { TaskList } from "./TaskList";

/** The figures take longer than the health check, and change less often. */
const EVERY_MS = 60_000;

/** The admins' first page: the work that waits, and the figures of a day. */
export default function AdminHomePage() {
  const t = useT();
  const { data, age, isDisconnected, refresh } = useFresh<"admin_home">({ everyMs: EVERY_MS });
  return (
    <>
      <PageTitle
        title={t("home.title")}
        actions={<Age age={age} isDisconnected={isDisconnected} onRefresh={() => void refresh()} />}
      />
      <Box sx={{ display: "grid", gap: 4, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <TaskList tasks={data.tasks} />
        <DayFigures figures={data.figures} />
      </Box>
    </>
  );
}
