import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Paper from "@mui/material/Paper";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { yen } from "@/console/i18n/page-language";
import { leaving, send, showFlash } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { paths, useFollow, usePage } from "@/owner/navigation";
import { AppLink, Facts, PageTitle, useLeaveGuard, useWrite } from "@/console/ui";

interface Draft {
  feeWaived: boolean;
  agreed: boolean;
  reason: "" | "customer" | "restaurant";
  deleteOs: "" | "true" | "false";
}

const BLANK: Draft = { feeWaived: false, agreed: false, reason: "", deleteOs: "" };

/** Requests that an admin cancels a booking without a fee. All four answers are required (owner §4, §5). */
export default function OwnerCancelRequestPage() {
  const t = useT();
  const follow = useFollow();
  const { data, locale } = usePage<"owner_cancel_request">();
  const { reservation, can_file, asks_reopening, paid, refund, kept, returned_by_bank: byBank } = data;
  const [draft, setDraft] = useState(BLANK);
  const { busy, problem, write } = useWrite();
  const saved = useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(BLANK));
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  // If the restaurant causes the cancellation, the slot must be deleted.
  const isForced = draft.reason === "restaurant";
  const deleteOs = isForced ? "true" : draft.deleteOs;
  const isWhole = draft.feeWaived && draft.agreed && draft.reason !== "" && (!asks_reopening || deleteOs !== "");

  const submit = () =>
    write(async () => {
      const { redirect_to, message } = await send("POST", "/owners/reservation_cancel_requests", {
        body: {
          uid: reservation.uid,
          reason: draft.reason,
          delete_os: asks_reopening ? deleteOs === "true" : null,
          fee_waived: draft.feeWaived,
          agreed_with_customer: draft.agreed,
        },
      });
      if (message) showFlash({ kind: "notice", message, sticky: false });
      saved();
      follow(redirect_to);
      await leaving();
    });

  return (
    <>
      <PageTitle title={t("cancel_request.title")} />
      <Paper variant="outlined" sx={{ p: 3, display: "grid", gap: 2, maxWidth: 640 }}>
        <Facts
          facts={[
            [
              t("reservation_facts.code"),
              <AppLink key="code" to={paths.reservation(reservation.uid)}>
                {reservation.reservation_code}
              </AppLink>,
            ],
            [t("reservation_facts.when"), `${formatDate(reservation.date, locale)} ${reservation.start_time}`],
            [t("reservations.customer"), reservation.customer_fullname],
            [t("reservation_facts.guests"), t("console.guests", { count: reservation.guests_count })],
            [t("cancel_request.paid"), paid > 0 && yen(paid)],
            [t("cancel_request.refund"), paid > 0 && yen(refund)],
            [t("cancel_request.kept"), kept > 0 && yen(kept)],
            [t("cancel_request.returned_by_bank"), byBank > 0 && yen(byBank)],
          ]}
        />
        {can_file ? (
          <Box
            component="form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
            sx={{ display: "grid", gap: 2 }}
          >
            <Typography>{t("cancel_request.lead")}</Typography>
            {problem && <Alert severity="error">{problem}</Alert>}
            <FormControlLabel
              label={t("cancel_request.fee_waived")}
              control={
                <Checkbox checked={draft.feeWaived} onChange={(event) => set({ feeWaived: event.target.checked })} />
              }
            />
            <FormControlLabel
              label={t("cancel_request.agreed")}
              control={<Checkbox checked={draft.agreed} onChange={(event) => set({ agreed: event.target.checked })} />}
            />
            <FormControl>
              <FormLabel id="reason">{t("cancel_request.reason")}</FormLabel>
              <RadioGroup
                aria-labelledby="reason"
                value={draft.reason}
                onChange={(_, reason) => set({ reason: reason as Draft["reason"] })}
              >
                <FormControlLabel value="customer" control={<Radio />} label={t("cancel_request.customer")} />
                <FormControlLabel value="restaurant" control={<Radio />} label={t("cancel_request.restaurant")} />
              </RadioGroup>
            </FormControl>
            {asks_reopening ? (
              <FormControl>
                <FormLabel id="reopening">{t("cancel_request.reopening")}</FormLabel>
                <RadioGroup
                  aria-labelledby="reopening"
                  value={deleteOs}
                  onChange={(_, value) => set({ deleteOs: value as Draft["deleteOs"] })}
                >
                  <FormControlLabel
                    value="false"
                    disabled={isForced}
                    control={<Radio />}
                    label={t("cancel_request.reopen")}
                  />
                  <FormControlLabel
                    value="true"
                    disabled={isForced}
                    control={<Radio />}
                    label={t("cancel_request.delete_os")}
                  />
                </RadioGroup>
                {isForced && <FormHelperText>{t("cancel_request.forced")}</FormHelperText>}
              </FormControl>
            ) : (
              <Typography color="text.secondary">{t("cancel_request.never_reopened")}</Typography>
            )}
            <Box>
              <Button type="submit" variant="contained" color="secondary" disabled={!isWhole} loading={busy}>
                {t("cancel_request.submit")}
              </Button>
            </Box>
          </Box>
        ) : (
          <Alert severity="info">
            {t(reservation.cancel_request ? "reservation.cancel_request_open" : "cancel_request.not_possible")}
          </Alert>
        )}
      </Paper>
    </>
  );
}
