import { useState } from "react";
import { CreateBase, EditBase, useRecordContext } from "ra-core";
import type { RaRecord } from "ra-core";
import { showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { errorText } from "@/console/ui";
import { RecordDialog, changesOf, useTheirs } from "@/console/ui/forms";
import type { Theirs } from "@/console/ui/forms";
import { EditConflicts } from "./EditConflicts";
import { FieldInputs } from "./FieldInputs";
import { newRecord, shownRecord, storedRecord } from "./fields";
import type { Choice, Field } from "./fields";

type Values = Record<string, unknown>;

interface Props {
  resource: string;
  fields: readonly Field[];
  choices: Record<string, readonly Choice[]>;
  title: string;
  /** Id of the edited record; null for a new one. */
  id: string | number | null;
  onClose: () => void;
}

/** A record that was read again while its form is open would replace what the user has entered. */
const ONCE = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** The form of a record of any kind. */
export function MasterDialog({ resource, fields, choices, title, id, onClose }: Props) {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const theirs = useTheirs();
  const shared = {
    resource,
    mutationMode: "pessimistic" as const,
    redirect: false as const,
    disableAuthentication: true,
    mutationOptions: {
      onMutate: () => setProblem(null),
      onSuccess: () => {
        showFlash({ kind: "notice", message: t("masters.saved"), sticky: false });
        onClose();
      },
      onError: (error: unknown) => {
        theirs.read(error);
        setProblem(errorText(error, t));
      },
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
      theirs={theirs}
      onClose={onClose}
      fields={fields}
      choices={choices}
      isNew={id === null}
    />
  );
  if (id === null) {
    return (
      <CreateBase
        {...shared}
        transform={(values: Values) => storedRecord(fields, values)}
        record={newRecord(fields, choices)}
      >
        {form}
      </CreateBase>
    );
  }
  const changed = (values: Values, options?: { previousData: Values }) => {
    const seen = { ...options?.previousData, ...theirs.values };
    const { changed: sent, expected } = changesOf(
      storedRecord(fields, shownRecord(fields, seen)),
      storedRecord(fields, values),
      seen,
    );
    return { ...sent, expected };
  };
  return (
    <EditBase
      {...shared}
      transform={changed}
      id={id}
      loading={<></>}
      redirectOnError={false}
      queryOptions={{ ...ONCE, onError: failToOpen }}
    >
      {form}
    </EditBase>
  );
}

interface FormProps extends Pick<Props, "fields" | "choices" | "title" | "onClose"> {
  problem: string | null;
  theirs: Theirs;
  isNew: boolean;
}

function MasterForm({ title, problem, theirs, onClose, fields, choices, isNew }: FormProps) {
  const record = useRecordContext<RaRecord>();
  const shown = isNew ? newRecord(fields, choices) : record && shownRecord(fields, record);
  return (
    <RecordDialog
      title={title}
      problem={problem}
      disabled={theirs.undecided.length > 0}
      onClose={onClose}
      {...(shown ? { record: shown } : {})}
    >
      <EditConflicts theirs={theirs} fields={fields} choices={choices} />
      <FieldInputs fields={fields} choices={choices} isNew={isNew} />
    </RecordDialog>
  );
}
