import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import TextField from "@mui/material/TextField";
import type { Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import {
  EMPTY_JUSTIFICATION,
  JustificationFields,
  isCompleteJustification,
  justificationBody,
} from "@/console/security";
import type { Justification } from "@/console/security";
import { FormModal, useWrite } from "@/console/ui";

type Role = Schemas["Role"];

interface Props {
  roles: Role[];
  /** The invitation requires a reason and a proof of identity. */
  isJustified: boolean;
  onClose: () => void;
  /** Sends the invitation. A rejection that it throws is shown, and the form stays. */
  onSend: (body: Schemas["InvitedStaff"], justification: Justification) => Promise<void>;
}

/** A form for a staff invitation: the email address and the role. */
export function InviteDialog({ roles, isJustified, onClose, onSend }: Props) {
  const t = useT();
  const [email, setEmail] = useState("");
  const [nickname, setNickname] = useState("");
  const [role, setRole] = useState<Role>("staff");
  const { busy, problem, fields, write } = useWrite();
  const [form, setForm] = useState(EMPTY_JUSTIFICATION);
  const justification = isJustified ? justificationBody(form) : {};
  const send = () => write(() => onSend({ email, nickname, role }, justification));
  const fault = (field: string) => ({
    error: fields[field] !== undefined,
    helperText: fields[field],
  });
  return (
    <FormModal title={t("staff.invite")} about={t("staff.invite_lead")} onClose={onClose}>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        noValidate
      >
        <DialogContent dividers sx={{ display: "grid", gap: 2 }}>
          {problem !== null && Object.keys(fields).length === 0 && <Alert severity="error">{problem}</Alert>}
          <TextField
            label={t("staff.email")}
            type="email"
            name="email"
            autoComplete="off"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            {...fault("email")}
          />
          <TextField
            label={t("staff.nickname")}
            name="nickname"
            autoComplete="off"
            required
            value={nickname}
            onChange={(event) => setNickname(event.target.value)}
            {...fault("nickname")}
          />
          <TextField
            select
            label={t("staff.role_label")}
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            error={fields.role !== undefined}
            helperText={fields.role ?? t(`staff.role_hint.${role}`)}
          >
            {roles.map((name) => (
              <option key={name} value={name}>
                {t(`staff.role.${name}`)}
              </option>
            ))}
          </TextField>
          {isJustified && <JustificationFields form={form} fields={fields} onChange={setForm} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t("console.cancel")}</Button>
          <Button
            type="submit"
            variant="contained"
            loading={busy}
            disabled={isJustified && !isCompleteJustification(form)}
          >
            {t("staff.send")}
          </Button>
        </DialogActions>
      </Box>
    </FormModal>
  );
}
