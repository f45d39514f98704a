import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant } from "@/admin/navigation";
import { AppLink } from "@/console/ui";

type PlanChange = Schemas["AdminPlanChangeRequest"];

export function RequestTable({ label, requests }: { label: string; requests: PlanChange[] }) {
  const t = useT();
  const instant = useInstant();
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small" sx={{ whiteSpace: "nowrap" }} aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{t("plan_changes.filed")}</TableCell>
            <TableCell>{t("plan_changes.diner")}</TableCell>
            <TableCell>{t("plan_changes.plan")}</TableCell>
            <TableCell>{t("plan_changes.state")}</TableCell>
            <TableCell>{t("plan_changes.note")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {requests.map((request) => (
            <TableRow key={request.id}>
              <TableCell>
                <AppLink to={paths.planChange(request.id)}>{instant(request.created_at)}</AppLink>
              </TableCell>
              <TableCell>{request.name}</TableCell>
              <TableCell>{request.plan ?? t("plan_changes.no_plan")}</TableCell>
              <TableCell>{t(`plan_changes.outcome.${request.outcome ?? "open"}`)}</TableCell>
              <TableCell sx={{ maxWidth: "24rem", overflow: "hidden", textOverflow: "ellipsis" }}>
                {request.note}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
