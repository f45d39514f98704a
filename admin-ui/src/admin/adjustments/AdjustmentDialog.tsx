import { useId, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useRevalidator } from "react-router";
import { randomUuid } from "@seki/shared/ids";
import { send, showFlash } from "@/admin/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { ProofField } from "@/console/security";
import { FormModal, useFocusFirstInvalid, useWrite } from "@/console/ui";
import { bodyOf, formOf, isAmount, isComplete } from "./form";
import type { BorneBy, Form, Target } from "./form";

interface Props {
  target: Target;
  /** A sum above it needs a second admin. */
  approvalAbove: number;
  onClose: () => void;
}

/** Requests a refund of a charge, or a correction of a booking, with a reason and a proof of identity. */
export function AdjustmentDialog({ target, approvalAbove, onClose }: Props) {
  const t = useT();
  const { revalidate } = useRevalidator();
  const [form, setForm] = useState(() => formOf(target));
  // A second click or a retry after a lost answer requests nothing twice.
  const [key] = useState(randomUuid);
  const { busy, problem, fields, attempt, write } = useWrite();
  const around = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(around, attempt);
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  const isRefund = target.kind === "refund";
  const [isAmountTyped, setAmountTyped] = useState(false);
  const amountProblem =
    fields["amount"] ?? (isAmountTyped && !isAmount(form, target) ? amountText(target, t) : undefined);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = bodyOf(form, key);
    const { uid, userUid } = target;
    const isDone = await write(async () => {
      const { message } = isRefund
        ? await send("POST", "/admin/users/{uid}/charges/{charge_uid}/refunds", {
            path: { uid: userUid, charge_uid: uid },
            body,
          })
        : await send("POST", "/admin/reservations/{uid}/corrections", { path: { uid }, body });
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    });
    if (isDone !== true) return;
    onClose();
    await revalidate();
  };

  return (
    <FormModal title={t(`adjustment.ask_${target.kind}`)} about={target.label} onClose={onClose}>
      <Box component="form" ref={around} onSubmit={(event) => void submit(event)} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2, pt: "8px !important" }}>
          {problem !== null && (
            <Alert severity="error" role="alert">
              {problem}
            </Alert>
          )}
          <TextField
            label={t("adjustment.amount")}
            type="number"
            required
            value={form.amount}
            error={amountProblem !== undefined}
            helperText={
              amountProblem ?? (target.left === null ? undefined : t("adjustment.left", { amount: yen(target.left) }))
            }
            slotProps={{ htmlInput: { min: 1, max: target.left ?? undefined, step: 1, inputMode: "numeric" } }}
            onChange={(event) => {
              setAmountTyped(true);
              set({ amount: event.target.value });
            }}
          />
          <TextField
            label={t("adjustment.reason")}
            required
            multiline
            minRows={2}
            value={form.reason}
            error={fields["reason"] !== undefined}
            helperText={fields["reason"] ?? t("adjustment.reason_hint")}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            onChange={(event) => set({ reason: event.target.value })}
          />
          <Bearer
            label={t(isRefund ? "adjustment.borne_by" : "adjustment.received_by")}
            value={form.borneBy}
            isFixed={target.isOperators}
            problem={fields["borne_by"]}
            onChange={(borneBy) => set({ borneBy })}
          />
          <ProofField
            proof={form.proof}
            isByCode={form.isByCode}
            problem={fields["code"] ?? fields["current_password"]}
            onChange={set}
          />
          <Typography variant="body2" color="text.secondary">
            {t("adjustment.two_people", { amount: yen(approvalAbove) })}
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button disabled={busy} onClick={onClose}>
            {t("console.cancel")}
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={!isComplete(form, target)}>
            {t(`adjustment.${target.kind}`)}
          </Button>
        </DialogActions>
      </Box>
    </FormModal>
  );
}

function amountText({ left }: Target, t: ReturnType<typeof useT>): string {
  return left === null ? t("adjustment.amount_positive") : t("adjustment.amount_within", { amount: yen(left) });
}

interface BearerProps {
  label: string;
  value: BorneBy | "";
  /** The operator's own money has no choice. */
  isFixed: boolean;
  problem: string | undefined;
  onChange: (borneBy: BorneBy) => void;
}

function Bearer({ label, value, isFixed, problem, onChange }: BearerProps) {
  const t = useT();
  const id = useId();
  return (
    <FormControl required error={problem !== undefined}>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={value}
        onChange={(event) => onChange(event.target.value === "restaurant" ? "restaurant" : "operator")}
      >
        {(["restaurant", "operator"] as const).map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            disabled={isFixed}
            control={<Radio />}
            label={t(`adjustment.bearer.${one}`)}
          />
        ))}
      </RadioGroup>
      {isFixed && <FormHelperText>{t("adjustment.bearer_fixed")}</FormHelperText>}
      {problem !== undefined && <FormHelperText>{problem}</FormHelperText>}
    </FormControl>
  );
}
