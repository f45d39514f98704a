import { useRef, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import { Form } from "ra-core";
import { useFormState } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { ApiError, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useLeaveGuard, usePrefecture, useWrite } from "@/console/ui";
import { FocusFirstInvalid, FormChanges, useTheirs } from "@/console/ui/forms";
import { EditConflicts } from "../masters/EditConflicts";
import { FieldInputs } from "../masters/FieldInputs";
import type { Field } from "../masters/fields";
import { formFields, shownProfile } from "./profile-fields";

interface Props {
  /** The fields by group. */
  groups: readonly (readonly Field[])[];
  choices: Schemas["ProfileChoices"];
  record: Record<string, unknown>;
  submit: string;
  /** Link target of the cancel button. */
  back: string;
  /** Saves the entered values. `theirs` are values that other users have saved since the page was opened. */
  save: (
    values: Record<string, unknown>,
    theirs: Record<string, unknown>,
  ) => Promise<{ redirect_to: string; message?: string }>;
}

const shown = (values: Record<string, unknown>) => shownProfile(values as Partial<Schemas["Profile"]>);

/** A restaurant's own fields. The inputs show the server's rejections. */
export function ProfileForm({ groups, choices, record, submit, back, save }: Props) {
  const t = useT();
  const prefecture = usePrefecture();
  const navigate = useNavigate();
  const refused = useRef<Record<string, string>>({});
  const theirs = useTheirs();
  const { busy, problem, write } = useWrite({
    handles: (error) => {
      theirs.read(error);
      refused.current = formFields((error instanceof ApiError && error.problem.fields) || {});
      return false;
    },
  });
  const [isChanged, setChanged] = useState(false);
  const saved = useLeaveGuard(isChanged);
  const offered = {
    area_id: choices.areas,
    cuisine_id: choices.cuisines,
    facilities: choices.facilities,
    prefecture: choices.prefectures.map((name) => ({ id: name, label: prefecture(name) })),
  };
  const send = async (values: Record<string, unknown>) => {
    const isDone = await write(async () => {
      const { redirect_to, message } = await save(values, theirs.values);
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
      saved();
      await navigate(redirect_to);
    });
    return isDone === false ? refused.current : undefined;
  };
  return (
    <Form record={record} onSubmit={send} noValidate disableInvalidFormNotification>
      <FocusFirstInvalid />
      <FormChanges onChange={setChanged} />
      <Box sx={{ display: "grid", gap: 2, maxWidth: 720 }}>
        {groups.map((fields) => (
          <Paper key={fields[0]?.name} variant="outlined" sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 2 }}>
            <FieldInputs fields={fields} choices={offered} isNew />
          </Paper>
        ))}
        <Refusal problem={problem} />
        <EditConflicts theirs={theirs} fields={groups.flat()} choices={offered} shown={shown} />
        <Box sx={{ display: "flex", gap: 1 }}>
          <Button type="submit" variant="contained" loading={busy} disabled={theirs.undecided.length > 0}>
            {submit}
          </Button>
          <Button component={Link} to={back} disabled={busy}>
            {t("console.cancel")}
          </Button>
        </Box>
      </Box>
    </Form>
  );
}

/** The server's rejection, or a message about missing fields. */
function Refusal({ problem }: { problem: string | null }) {
  const t = useT();
  const { errors, isSubmitted } = useFormState();
  const isIncomplete = isSubmitted && Object.keys(errors).length > 0;
  const text = problem ?? (isIncomplete ? t("restaurant.incomplete") : null);
  return (
    text !== null && (
      <Alert severity="error" role="alert">
        {text}
      </Alert>
    )
  );
}
