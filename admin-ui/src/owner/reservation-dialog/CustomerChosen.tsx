import { useEffect, useRef, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Typography from "@mui/material/Typography";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { Facts, focusOnMount } from "@/console/ui";
import { NotesEditor } from "../customers/notes/NotesEditor";
import type { SaveNotes } from "../customers/notes/NotesEditor";
import { hasDraft, notesForm } from "../drafts";
import { BlacklistNote } from "../phone";
import { CustomerFlags } from "./CustomerFlags";
import { GuestNotes } from "./GuestNotes";
import { SameDay } from "./SameDay";
import type { ChosenCustomer } from "../bookings/chosen-customer";
import type { Calendar } from "./model";

interface Props {
  calendar: Calendar;
  customer: ChosenCustomer;
  onBack: () => void;
  onNext: () => void;
}

/** The second step: confirms the chosen customer. Unsaved notes about the guest are saved before the next step. */
export function CustomerChosen({ calendar, customer, onBack, onNext }: Props) {
  const t = useT();
  const saveNotes = useRef<SaveNotes>(null);
  const [state, setState] = useState<"open" | "saving" | "saved">("open");
  useEffect(() => {
    // Other seats may have been chosen during the save, so the current step continues.
    if (state === "saved") onNext();
  }, [state, onNext]);
  const next = async () => {
    if (!hasDraft(notesForm(customer.uid))) return onNext();
    setState("saving");
    const isSaved = await saveNotes.current?.();
    setState(isSaved === true ? "saved" : "open");
  };
  return (
    <>
      <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: 1 }}>
        {customer.isBlacklisted && <BlacklistNote text={t("reservation_dialog.blacklisted_text")} />}
        <SameDay uid={customer.uid} calendar={calendar} />
        {customer.isKnown && <Alert severity="info">{t("reservation_dialog.known")}</Alert>}
        <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
          <Typography variant="h3" component="p">
            {customer.name || t("reservation_dialog.nameless")}
          </Typography>
          <CustomerFlags customer={customer} />
        </Box>
        <Facts
          facts={[
            [t("reservation_dialog.type.label"), t(`reservation_dialog.type.${customer.type}`)],
            [t("reservations.group"), customer.group],
            [t("reservation_dialog.visit_count"), t("reservation_dialog.visits", { count: customer.visits })],
            [t("reservations.phone"), withHyphens(customer.phone)],
            [t("reservations.email"), customer.email],
          ]}
        />
        <GuestNotes uid={customer.uid} />
        <NotesEditor uid={customer.uid} saving={saveNotes} onDone={() => undefined} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>{t("console.back")}</Button>
        <Button variant="contained" ref={focusOnMount} loading={state !== "open"} onClick={() => void next()}>
          {t("reservation_dialog.next")}
        </Button>
      </DialogActions>
    </>
  );
}
