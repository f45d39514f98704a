import { useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router";
import { phoneText } from "@seki/shared/phone";
import { send, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { ProofField, proofBody } from "@/console/security";
import type { Proof } from "@/console/security";
import { FormModal, useFocusFirstInvalid, useWrite } from "@/console/ui";

const REASONS = ["person", "representative", "authority", "mistake"] as const;

interface Props {
  person: Schemas["PrivacyPerson"];
  onClose: () => void;
}

interface Form extends Proof {
  reason: string;
  reference: string;
}

/** Erases a person's data, with a reason and a proof of identity. Names the person, and what remains. */
export function ErasureDialog({ person, onClose }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const [form, setForm] = useState<Form>({ reason: "", reference: "", proof: "", isByCode: false });
  const { busy, problem, fields, attempt, write } = useWrite();
  const around = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(around, attempt);
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  const { kind, uid } = person;
  const contact = [person.restaurant_name, person.phone && phoneText(person.phone), person.email]
    .filter((part) => part !== null)
    .join(" · ");

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const { reason, reference } = form;
    const isDone = await write(async () => {
      const { message } = await send("DELETE", "/admin/privacy/{kind}/{uid}", {
        path: { kind, uid },
        body: { reason, reference, ...proofBody(form) },
      });
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    });
    if (isDone === true) void navigate(paths.privacy());
  };

  return (
    <FormModal title={t("privacy.ask_erase")} about={person.name || t("privacy.no_name")} onClose={onClose}>
      <Box component="form" ref={around} onSubmit={(event) => void submit(event)} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2, pt: "8px !important" }}>
          {problem !== null && (
            <Alert severity="error" role="alert">
              {problem}
            </Alert>
          )}
          <Alert severity="warning">
            {t("privacy.about_erase", { name: person.name || t("privacy.no_name"), contact: contact || uid })}
          </Alert>
          <Typography variant="body2">{t(kind === "guests" ? "privacy.guest_kept" : "privacy.kept")}</Typography>
          <TextField
            select
            required
            label={t("privacy.reason_label")}
            value={form.reason}
            error={fields["reason"] !== undefined}
            helperText={fields["reason"]}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            onChange={(event) => set({ reason: event.target.value })}
          >
            <option value="" disabled>
              {t("privacy.choose")}
            </option>
            {REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {t(`privacy.reason.${reason}`)}
              </option>
            ))}
          </TextField>
          <TextField
            label={t("privacy.reference")}
            value={form.reference}
            error={fields["reference"] !== undefined}
            helperText={fields["reference"] ?? t("privacy.reference_hint")}
            slotProps={{ htmlInput: { maxLength: 64, autoCapitalize: "off" } }}
            onChange={(event) => set({ reference: event.target.value })}
          />
          <ProofField
            proof={form.proof}
            isByCode={form.isByCode}
            problem={fields["code"] ?? fields["current_password"]}
            onChange={set}
          />
        </DialogContent>
        <DialogActions>
          <Button disabled={busy} onClick={onClose}>
            {t("console.cancel")}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color="error"
            loading={busy}
            disabled={form.reason === "" || form.proof === ""}
          >
            {t("privacy.agree")}
          </Button>
        </DialogActions>
      </Box>
    </FormModal>
  );
}
