import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import { CreateBase, EditBase, Form, maxLength, required, useRecordContext } from "ra-core";
import { SaveButton, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { AppLink, PageTitle, useLeaveGuard, errorText } from "@/console/ui";
import { FocusFirstInvalid, FormChanges, SubmitOnce, useTheirs } from "@/console/ui/forms";
import type { Theirs } from "@/console/ui/forms";
import { DraftConflicts } from "./DraftConflicts";
import { RecipientSelector } from "./RecipientSelector";
import { bodyOf, changeOf, emptyDraft, isWithin, shownDraft, storedDraft } from "./model";
import type { Announcement, Draft, SubjectType } from "./model";
import { useRecipients } from "./use-recipients";

const MAX_BODY_LENGTH = 5000;

interface Props {
  title: string;
  choices: Schemas["AnnouncementChoices"];
  /** The edited draft; null for a new one. */
  announcement: Announcement | null;
}

/** Edits the text and the recipients of an announcement. It cannot be saved without any recipient. */
export function AnnouncementForm({ title, choices, announcement }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { session } = usePage<"owner_new_announcement">();
  const [problem, setProblem] = useState<string | null>(null);
  const [isChanged, setChanged] = useState(false);
  const saved = useLeaveGuard(isChanged);
  const conflicts = useTheirs();
  const theirs: Theirs = {
    ...conflicts,
    // A decision answers the message of the rejected save.
    decide: (name) => {
      setProblem(null);
      conflicts.decide(name);
    },
  };
  const shared = {
    resource: "announcements",
    mutationMode: "pessimistic" as const,
    redirect: false as const,
    disableAuthentication: true,
    transform: (draft: Draft, { previousData }: { previousData?: Announcement } = {}) =>
      previousData
        ? changeOf(draft, session.is_admin, { ...storedDraft(previousData), ...theirs.values })
        : bodyOf(draft, session.is_admin, emptyDraft),
    mutationOptions: {
      onMutate: () => setProblem(null),
      onSuccess: ({ id }: Announcement) => {
        saved();
        void navigate(paths.confirmAnnouncement(id));
      },
      onError: (error: unknown) => {
        theirs.read(error);
        setProblem(errorText(error, t));
      },
    },
  };
  const fields = (
    <SubmitOnce>
      <AnnouncementFields
        choices={choices}
        isAdmin={session.is_admin}
        problem={problem}
        theirs={theirs}
        onChange={setChanged}
        onSaved={saved}
      />
    </SubmitOnce>
  );
  return (
    <>
      <AppLink to={paths.announcements} sx={{ display: "inline-block", mb: 1 }}>
        {t("announcement_form.back")}
      </AppLink>
      <PageTitle title={title} />
      {announcement === null ? (
        <CreateBase {...shared}>{fields}</CreateBase>
      ) : (
        <EditBase {...shared} id={announcement.id} queryOptions={{ initialData: announcement }}>
          {fields}
        </EditBase>
      )}
    </>
  );
}

interface FieldsProps {
  choices: Schemas["AnnouncementChoices"];
  isAdmin: boolean;
  problem: string | null;
  theirs: Theirs;
  onChange: (isChanged: boolean) => void;
  /** Called after the draft was saved. */
  onSaved: () => void;
}

function AnnouncementFields({ choices, isAdmin, problem, theirs, onChange, onSaved }: FieldsProps) {
  const t = useT();
  const announcement = useRecordContext<Announcement>();
  const subjects = choices.subject_types.map((id) => ({ id, name: t(`announcements.subjects.${id as SubjectType}`) }));
  return (
    <Form
      noValidate
      mode="onChange"
      disableInvalidFormNotification
      record={announcement ? { id: announcement.id, ...shownDraft(storedDraft(announcement)) } : emptyDraft}
    >
      <FocusFirstInvalid />
      <FormChanges onChange={onChange} />
      <Box sx={{ display: "grid", gap: 3, maxWidth: 760 }}>
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        <Paper variant="outlined" sx={{ p: 2, display: "grid", gap: 2 }}>
          <SelectInput
            source="subject_type"
            label={t("announcement_form.subject")}
            choices={subjects}
            validate={required(t("announcement_form.blank"))}
            translateChoice={false}
            helperText={false}
          />
          <TextInput
            source="body"
            label={t("announcement_form.body")}
            multiline
            minRows={8}
            validate={[required(t("announcement_form.blank")), maxLength(MAX_BODY_LENGTH)]}
            helperText={t("announcement_form.body_help")}
          />
        </Paper>
        <DraftConflicts theirs={theirs} choices={choices} />
        <Sending choices={choices} isAdmin={isAdmin} isUndecided={theirs.undecided.length > 0} onSaved={onSaved} />
      </Box>
    </Form>
  );
}

interface SendingProps extends Pick<FieldsProps, "choices" | "isAdmin" | "onSaved"> {
  /** The user has not decided about a colleague's change yet. */
  isUndecided: boolean;
}

/** Shows the recipients, and the buttons that save the draft or open the confirmation. */
function Sending({ choices, isAdmin, isUndecided, onSaved }: SendingProps) {
  const t = useT();
  const navigate = useNavigate();
  const draft = useWatch<Draft>() as Draft;
  const recipients = useRecipients(draft, isAdmin);
  const total = recipients.count ?? 0;
  const disabled = isUndecided || total <= 0 || (draft.send_count !== null && !isWithin(draft.send_count, total));
  const onSuccess = () => {
    showFlash({ kind: "notice", message: t("announcement_form.saved"), sticky: false });
    onSaved();
    void navigate(paths.announcements);
  };
  return (
    <>
      <RecipientSelector choices={choices} isAdmin={isAdmin} recipients={recipients} />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: "flex-end" }}>
        <SaveButton
          type="button"
          variant="outlined"
          icon={null}
          label={t("announcement_form.save")}
          alwaysEnable={!disabled}
          disabled={disabled}
          mutationOptions={{ onSuccess }}
        />
        <SaveButton icon={null} label={t("announcement_form.confirm")} alwaysEnable={!disabled} disabled={disabled} />
      </Box>
    </>
  );
}
