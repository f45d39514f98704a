import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQuery } from "@tanstack/react-query";
import { send, useSession, useShell } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { FormModal, PaneSkeleton, useAsk } from "@/console/ui";
import { formatDate } from "@seki/shared/civil-time";
import { canSend, lacksTime, updateBody } from "./form";
import type { Detail } from "./form";
import { SeatMatrix } from "./SeatMatrix";
import { SelectorsSection } from "./SelectorsSection";
import { CoursesSection, GuestsSection, TimesSection, TitlesSection } from "./SlotSections";
import { StocksTab } from "./StocksTab";
import { useSave } from "./use-save";
import { useSlotEdit } from "./use-slot-edit";
import { ChangedMeanwhile, decisionsOf, sendEdit } from "../drafts";
import { Writers } from "../rights";

export interface SlotDialogProps {
  uid: string;
  onClose: () => void;
  /** Called after a change. The page must be read again. */
  onSaved: () => void;
}

/** A web slot: its offer, and which of its seats stay online (owner §2). */
export function SlotDialog({ uid, onClose, onSaved }: SlotDialogProps) {
  const t = useT();
  const { locale } = useShell();
  const { data, isError, refetch } = useQuery({
    queryKey: ["slot", uid],
    queryFn: ({ signal }) => send("GET", "/owners/api/online_stock_groups/{uid}", { path: { uid }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const detail = data?.status === 200 ? data.data : undefined;
  const failure = failureOf(data, isError, t("console.fetch_failed"));
  const about = detail
    ? t("slots.where", {
        date: formatDate(detail.date, locale),
        operation: detail.operation_label,
        group: detail.inventory_group.title,
      })
    : null;
  return (
    <FormModal title={t("slots.edit_title")} about={about} onClose={onClose}>
      {failure !== null && (
        <DialogContent>
          <Alert severity="error">{failure}</Alert>
        </DialogContent>
      )}
      {!data && !isError && <PaneSkeleton />}
      {detail && <SlotTabs detail={detail} reload={refetch} onClose={onClose} onSaved={onSaved} />}
    </FormModal>
  );
}

/** Returns the text of a failure. For a slot that was deleted meanwhile the server responds with 200. */
function failureOf(data: { status: number } | undefined, isError: boolean, text: string): string | null {
  if (isError) return text;
  if (data === undefined || data.status === 200) return null;
  return "message" in data && typeof data.message === "string" ? data.message : text;
}

interface TabsProps extends Omit<SlotDialogProps, "uid"> {
  detail: Detail;
  /** Reads the slot again. */
  reload: () => Promise<unknown>;
}

function SlotTabs({ detail, reload, onClose, onSaved }: TabsProps) {
  const t = useT();
  const { uid } = detail;
  const [tab, setTab] = useState<"edit" | "delete">("edit");
  return (
    <>
      <Box sx={{ borderBottom: 1, borderColor: "divider", px: 2 }}>
        <Tabs value={tab} onChange={(_, next: "edit" | "delete") => setTab(next)}>
          <Tab value="edit" id={`${uid}-edit-tab`} aria-controls={`${uid}-edit`} label={t("slots.tab_edit")} />
          <Tab value="delete" id={`${uid}-delete-tab`} aria-controls={`${uid}-delete`} label={t("slots.tab_delete")} />
        </Tabs>
      </Box>
      <Box
        role="tabpanel"
        id={`${uid}-${tab}`}
        aria-labelledby={`${uid}-${tab}-tab`}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flex: 1 }}
      >
        {tab === "edit" ? (
          <EditTab detail={detail} reload={reload} onClose={onClose} onSaved={onSaved} />
        ) : (
          <StocksTab uid={uid} stocks={detail.online_stocks} onClose={onClose} onSaved={onSaved} />
        )}
      </Box>
    </>
  );
}

function EditTab({ detail, reload, onClose, onSaved }: TabsProps) {
  const t = useT();
  const ask = useAsk();
  const { busy, problem, refuse, save, reset } = useSave();
  const { edit, form, onChange, conflicts } = useSlotEdit(detail);
  const states = useQuery({
    queryKey: ["slot-courses", detail.uid],
    queryFn: ({ signal }) =>
      send("GET", "/owners/api/online_stock_groups/{uid}/course_selector_states", {
        path: { uid: detail.uid },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });
  const submit = async () => {
    if (lacksTime(form)) return void refuse(t("slots.time_missing"));
    const agreed = await ask({
      title: t("slots.ask_update"),
      text: detail.is_gold ? t("slots.ask_gold_text") : t("slots.ask_update_text"),
      agree: t("slots.update"),
    });
    if (!agreed) return;
    const call = { path: { uid: detail.uid }, body: updateBody(form, edit.expected) };
    const put = () => send("PUT", "/owners/api/online_stock_groups/{uid}", call);
    if (await save(() => sendEdit(put, reload))) onSaved();
  };
  const props = { form, onChange };
  const round = detail.gold_allocation?.round_title;
  return (
    <>
      <DialogContent dividers sx={{ display: "grid", alignContent: "start" }}>
        {detail.is_gold && (
          <Alert severity="info" sx={{ mb: 2 }} action={<GoldPaneLink detail={detail} />}>
            {round === undefined ? t("slots.gold_slot") : t("slots.gold_slot_of", { round })}
          </Alert>
        )}
        <GuestsSection {...props} most={detail.max_guests_count} />
        <TimesSection {...props} window={{ from: detail.time_from, till: detail.time_till }} />
        <CoursesSection
          {...props}
          courses={detail.courses}
          operation={detail.operation_label}
          states={states.data?.data}
        />
        <SeatMatrix {...props} groups={detail.customer_groups} />
        <TitlesSection {...props} />
        <SelectorsSection detail={detail} />
      </DialogContent>
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ mx: 3, mt: 2 }}>
          {problem}
        </Alert>
      )}
      {edit.clashes.length > 0 && (
        <Box sx={{ mx: 3, mt: 2, display: "grid", gap: 1, overflowY: "auto", flexShrink: 2 }}>
          <ChangedMeanwhile form={decisionsOf(edit, reset)} fields={conflicts} />
        </Box>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t("console.cancel")}</Button>
        <Writers of="floor">
          <Button
            variant="contained"
            disabled={!edit.isUnsaved || edit.clashes.length > 0 || !canSend(form)}
            loading={busy}
            onClick={() => void submit()}
          >
            {t("slots.update")}
          </Button>
        </Writers>
      </DialogActions>
    </>
  );
}

/** Opens the pane in which admins change or withdraw the gold allocation. */
function GoldPaneLink({ detail }: { detail: Detail }) {
  const t = useT();
  const { slug } = useSession().restaurant;
  if (detail.gold_allocation === null) return null;
  return (
    <Button color="inherit" size="small" href={paths.adminGoldAllocation(slug, detail.uid, detail.gold_allocation.uid)}>
      {t("slots.gold_pane")}
    </Button>
  );
}
