import { useState } from "react";
import { CreateBase, EditBase, useRecordContext } from "ra-core";
import type { RaRecord } from "ra-core";
import { showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { errorText } from "@/console/ui";
import { RecordDialog } from "@/console/ui/forms";
import { FieldInputs } from "./FieldInputs";
import { newRecord, shownRecord, storedRecord } from "./fields";
import type { Choice, Field } from "./fields";

interface Props {
  resource: string;
  fields: readonly Field[];
  choices: Record<string, readonly Choice[]>;
  title: string;
  /** Id of the edited record; null for a new one. */
  id: string | number | null;
  onClose: () => void;
}

/** The form of a record of any kind. */
export function MasterDialog({ resource, fields, choices, title, id, onClose }: Props) {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const shared = {
    resource,
    mutationMode: "pessimistic" as const,
    redirect: false as const,
    disableAuthentication: true,
    transform: (values: Record<string, unknown>) => storedRecord(fields, values),
    mutationOptions: {
      onMutate: () => setProblem(null),
      onSuccess: () => {
        showFlash({ kind: "notice", message: t("masters.saved"), sticky: false });
        onClose();
      },
      onError: (error: unknown) => setProblem(errorText(error, t)),
    },
  };
  const failToOpen = (error: unknown) => {
    showFlash({ kind: "alert", message: errorText(error, t), sticky: false });
    onClose();
  };
  const form = (
    <MasterForm
      title={title}
      problem={problem}
      onClose={onClose}
      fields={fields}
      choices={choices}
      isNew={id === null}
    />
  );
  if (id === null) {
    return (
      <CreateBase {...shared} record={newRecord(fields, choices)}>
        {form}
      </CreateBase>
    );
  }
  return (
    <EditBase {...shared} id={id} loading={<></>} redirectOnError={false} queryOptions={{ onError: failToOpen }}>
      {form}
    </EditBase>
  );
}

interface FormProps extends Pick<Props, "fields" | "choices" | "title" | "onClose"> {
  problem: string | null;
  isNew: boolean;
}

function MasterForm({ title, problem, onClose, fields, choices, isNew }: FormProps) {
  const record = useRecordContext<RaRecord>();
  const shown = isNew ? newRecord(fields, choices) : record && shownRecord(fields, record);
  return (
    <RecordDialog title={title} problem={problem} onClose={onClose} {...(shown ? { record: shown } : {})}>
      <FieldInputs fields={fields} choices={choices} isNew={isNew} />
    </RecordDialog>
  );
}
