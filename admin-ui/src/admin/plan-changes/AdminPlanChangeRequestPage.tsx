import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useFollow, useInstant, usePageData } from "@/admin/navigation";
import { AppLink, Facts, PageTitle, useAsk, useLeaveGuard, useNoticedWrite } from "@/console/ui";
import { RequestTable } from "./RequestTable";

/** One request for another plan. The operator records the outcome here after talking to the diner. */
export default function AdminPlanChangeRequestPage() {
  const t = useT();
  const instant = useInstant();
  const { request, others } = usePageData<"admin_plan_change_request">();
  const at = (when: string | null) => when !== null && instant(when);
  return (
    <>
      <PageTitle title={t("plan_changes.one")} />
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2 }}>
        <Facts
          facts={[
            [
              t("plan_changes.diner"),
              <AppLink key="diner" to={paths.user(request.user_uid)}>
                {request.name}
              </AppLink>,
            ],
            [t("plan_changes.plan"), request.plan ?? t("plan_changes.no_plan")],
            [t("plan_changes.paid_until"), at(request.paid_until)],
            [t("plan_changes.filed"), instant(request.created_at)],
            [t("plan_changes.state"), t(`plan_changes.outcome.${request.outcome ?? "open"}`)],
            [t("plan_changes.closed_at"), at(request.closed_at)],
            [t("plan_changes.note"), request.note],
          ]}
        />
        {request.outcome === null && <Closing id={request.id} />}
      </Paper>
      {others.length > 0 && (
        <Box component="section" sx={{ mt: 4, display: "grid", gap: 2 }}>
          <Typography variant="h2">{t("plan_changes.others")}</Typography>
          <RequestTable label={t("plan_changes.others")} requests={others} empty={t("console.empty")} />
        </Box>
      )}
    </>
  );
}

function Closing({ id }: { id: number }) {
  const t = useT();
  const ask = useAsk();
  const follow = useFollow();
  const { busy, write } = useNoticedWrite();
  const [note, setNote] = useState("");
  const saved = useLeaveGuard(note !== "");

  const close = async (outcome: "done" | "rejected") => {
    const question = outcome === "done" ? "plan_changes.ask_done" : "plan_changes.ask_rejected";
    const agree = t(`plan_changes.close_${outcome}`);
    if (!(await ask({ title: t(question), text: t("plan_changes.ask_text"), agree }))) return;
    const path = "/admin/gold_plan_change_requests/{id}/close";
    const body = { outcome, note };
    await write(async () => {
      const { redirect_to } = await send("POST", path, { path: { id: String(id) }, body });
      saved();
      follow(redirect_to);
    });
  };
  return (
    <>
      <TextField
        label={t("plan_changes.note_label")}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="contained" disabled={busy} onClick={() => void close("done")}>
          {t("plan_changes.close_done")}
        </Button>
        <Button variant="outlined" disabled={busy} onClick={() => void close("rejected")}>
          {t("plan_changes.close_rejected")}
        </Button>
      </Box>
    </>
  );
}
