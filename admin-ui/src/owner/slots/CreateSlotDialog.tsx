import { useState } from "react";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { useQuery } from "@tanstack/react-query";
import { joiner } from "@/console/i18n/page-language";
import { send, useShell } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { FormModal, PaneSkeleton, useAsk } from "@/console/ui";
import { formatDate } from "@seki/shared/civil-time";
import { canSend, createBody, lacksTime, maxGuests, newForm } from "./form";
import type { Choices, SlotForm } from "./form";
import { SeatMatrix } from "./SeatMatrix";
import { GoldSection } from "./GoldSection";
import { CoursesSection, GuestsSection, TimesSection } from "./SlotSections";
import { useSave } from "./use-save";

export interface CreateSlotProps {
  /** YYYY-MM-DD */
  date: string;
  group: { uid: string; title: string };
  itemUids: string[];
  /** HH:mm */
  startTime: string;
  operation: string;
  onClose: () => void;
  /** Called after the slot was created. The page must be read again. */
  onSaved: () => void;
}

/** Creates a web slot for the seats and the time that were chosen on the calendar (owner §2, §4). */
export function CreateSlotDialog(props: CreateSlotProps) {
  const t = useT();
  const { locale } = useShell();
  const { date, group, itemUids, startTime, operation, onClose } = props;
  const query = { date, operation, inventory_group_uid: group.uid };
  const { data, isError } = useQuery({
    queryKey: ["slot-choices", query],
    queryFn: ({ signal }) => send("GET", "/owners/api/online_stock_groups/new", { query, signal }),
    staleTime: 0,
  });
  const choices = data?.data;
  const about = choices
    ? t("slots.where", { date: formatDate(date, locale), operation: choices.operation_label, group: group.title })
    : null;
  return (
    <FormModal title={t("slots.create_title")} about={about} onClose={onClose}>
      {isError && (
        <DialogContent>
          <Alert severity="error">{t("console.fetch_failed")}</Alert>
        </DialogContent>
      )}
      {!choices && !isError && <PaneSkeleton />}
      {choices && (
        // Other seats or another start reset the form.
        <Form key={[startTime, operation, group.uid, ...itemUids].join(" ")} choices={choices} {...props} />
      )}
    </FormModal>
  );
}

function Form({ choices, date, group, itemUids, startTime, onClose, onSaved }: CreateSlotProps & { choices: Choices }) {
  const t = useT();
  const ask = useAsk();
  const { busy, problem, refuse, save } = useSave();
  const [form, setForm] = useState(() => newForm(choices, itemUids, startTime));
  const change = (next: Partial<SlotForm>) => setForm((old) => ({ ...old, ...next }));
  const submit = async () => {
    if (lacksTime(form)) return void refuse(t("slots.time_missing"));
    const agreed = await ask({
      title: t(form.gold.on ? "slots.ask_gold" : "slots.ask_create"),
      text: t(form.gold.on ? "slots.ask_gold_text" : "slots.ask_create_text"),
      agree: t("slots.create"),
    });
    if (!agreed) return;
    const body = createBody(form, { date, groupUid: group.uid, itemUids });
    if (await save(() => send("POST", "/owners/api/online_stock_groups", { body }))) onSaved();
  };
  const props = { form, onChange: change };
  return (
    <>
      <DialogContent dividers sx={{ display: "grid", alignContent: "start" }}>
        <p>{t("slots.seats_count", { labels: form.seats.map(({ label }) => label).join(joiner()) })}</p>
        <GuestsSection {...props} most={maxGuests(choices, itemUids)} />
        <TimesSection {...props} window={{ from: choices.time_from, till: choices.time_till }} />
        <CoursesSection {...props} courses={choices.courses} operation={choices.operation_label} />
        <SeatMatrix {...props} groups={choices.customer_groups} />
        {choices.can_make_gold && <GoldSection {...props} rounds={choices.gold_rounds} />}
      </DialogContent>
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ mx: 3, mt: 2 }}>
          {problem}
        </Alert>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t("console.cancel")}</Button>
        <Button variant="contained" disabled={!canSend(form)} loading={busy} onClick={() => void submit()}>
          {t("slots.create")}
        </Button>
      </DialogActions>
    </>
  );
}
