import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData, useSlug } from "@/admin/navigation";
import { PageTitle, useAsk, useLeaveGuard, useNoticedWrite, useWrite } from "@/console/ui";
import { theirsIn } from "@/console/ui/forms";
import { bodyOf, canConfirm, changedIn, draftOf } from "./model";
import type { Draft, Operation } from "./model";
import { OperationTable } from "./OperationTable";

/** The editor of red circles. Edits stay in the browser until they are confirmed (admin §4). */
export default function AdminOperationSlotsPage() {
  const t = useT();
  const slug = useSlug();
  const { revalidate } = useRevalidator();
  const ask = useAsk();
  const data = usePageData<"admin_operation_slots">();
  const saved = draftOf(data);
  const [edited, setEdited] = useState<Draft | null>(null);
  const draft = edited ?? saved;
  const isChanged = changedIn(draft, saved).length > 0;
  useLeaveGuard(isChanged);
  const saving = useWrite({
    handles: async (error) => {
      const isOvertaken = theirsIn(error) !== null;
      const message = isOvertaken ? t("operation_slots.overtaken") : t("operation_slots.save_failed");
      showFlash({ kind: "alert", message, sticky: isOvertaken });
      // The typed rows stay, and the next attempt replaces the tables that are read now.
      if (isOvertaken) await revalidate();
      return true;
    },
  });
  const resetting = useNoticedWrite({ failed: t("operation_slots.reset_failed") });

  const leave = async (message: string) => {
    await revalidate();
    setEdited(null);
    showFlash({ kind: "notice", message, sticky: false });
  };
  const confirm = async () => {
    const call = { path: { slug }, body: bodyOf(draft, saved, data) };
    const done = await saving.write(() => send("POST", "/admin/api/r/{slug}/calendar_operation_slots", call));
    if (done) await leave(t("operation_slots.saved"));
  };
  const reset = async (operation: Operation | "all", title: string) => {
    const text = t("operation_slots.undoable");
    if (!(await ask({ title, text, agree: t("operation_slots.reset"), danger: true }))) return;
    const call = { path: { slug }, query: { operation } };
    const done = await resetting.write(() => send("DELETE", "/admin/api/r/{slug}/calendar_operation_slots", call));
    if (done) await leave(t("operation_slots.was_reset"));
  };
  const isBusy = saving.busy || resetting.busy;
  const hasAny = Object.keys(saved).length > 0;
  return (
    <>
      <PageTitle
        title={t("operation_slots.title")}
        actions={
          <Button
            color="secondary"
            disabled={!hasAny || isBusy}
            onClick={() => void reset("all", t("operation_slots.reset_all_title"))}
          >
            {t("operation_slots.reset_all")}
          </Button>
        }
      />
      <Typography sx={{ mb: 2, maxWidth: 760 }}>{t("operation_slots.lead")}</Typography>
      {data.inventory_groups.length === 0 && <Alert severity="info">{t("operation_slots.no_seats")}</Alert>}
      <Box sx={{ display: "grid", gap: 3 }}>
        {data.operations.map((operation) => (
          <OperationTable
            key={operation.name}
            operation={operation}
            groups={data.inventory_groups}
            table={draft[operation.name]}
            isStored={saved[operation.name] !== undefined}
            disabled={isBusy}
            onChange={(table) => setEdited({ ...draft, [operation.name]: table })}
            onReset={() => void reset(operation.name, t("operation_slots.reset_title", { operation: operation.label }))}
          />
        ))}
      </Box>
      <Paper
        variant="outlined"
        sx={{ position: "sticky", bottom: 0, mt: 3, p: 1.5, display: "flex", flexWrap: "wrap", gap: 1, zIndex: 1 }}
      >
        <Typography role="status" sx={{ flex: 1, minWidth: isChanged ? 200 : 0, alignSelf: "center" }}>
          {isChanged && t("operation_slots.changed")}
        </Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1, ml: "auto" }}>
          <Button disabled={!isChanged || isBusy} onClick={() => setEdited(null)}>
            {t("operation_slots.discard")}
          </Button>
          <Button
            variant="contained"
            loading={saving.busy}
            disabled={!canConfirm(draft, saved) || resetting.busy}
            onClick={() => void confirm()}
          >
            {t("operation_slots.confirm")}
          </Button>
        </Box>
      </Paper>
    </>
  );
}
