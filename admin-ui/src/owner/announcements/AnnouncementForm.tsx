import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import { send } from "@/api";
import type { Schemas } from "@/api";
import { refusalOf } from "@/app/data-provider";
import { useT } from "@/i18n/use-t";
import { paths, useFollow, usePage } from "@/navigation";
import { AppLink, PageTitle } from "@/ui";
import { RecipientSelector } from "./RecipientSelector";
import { bodyOf, countWithin, draftOf, emptyDraft } from "./model";
import type { Announcement, Draft, SubjectType } from "./model";
import { useRecipients } from "./use-recipients";

interface Props {
  title: string;
  choices: Schemas["AnnouncementChoices"];
  /** The draft that is edited; nothing for a new one. */
  announcement: Announcement | null;
}

/** An announcement as it is written: its text and its recipients. Nothing can be saved while nobody would get it. */
export function AnnouncementForm({ title, choices, announcement }: Props) {
  const t = useT();
  const follow = useFollow();
  const { session } = usePage<"owner_new_announcement">();
  const [draft, setDraft] = useState<Draft>(() => (announcement === null ? emptyDraft : draftOf(announcement)));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<"draft" | "confirm" | null>(null);
  const recipients = useRecipients(draft, session.is_admin);
  const total = recipients.count ?? 0;
  const countIsWrong = draft.send_count !== "" && countWithin(draft.send_count, total) === null;
  const disabled = total <= 0 || countIsWrong || busy !== null;
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });

  const save = async (commit: "draft" | "confirm") => {
    if (draft.body.trim() === "") {
      setErrors({ body: t("announcement_form.blank") });
      return;
    }
    setBusy(commit);
    setErrors({});
    setProblem(null);
    try {
      const body = { announcement: bodyOf(draft, session.is_admin), commit };
      const { redirect_to } =
        announcement === null
          ? await send("POST", "/owners/announcements", { body })
          : await send("PATCH", "/owners/announcements/{id}", { path: { id: String(announcement.id) }, body });
      follow(redirect_to);
    } catch (error) {
      const refusal = refusalOf(error, t("console.network_error"));
      setErrors(refusal.fields);
      setProblem(refusal.message);
    } finally {
      setBusy(null);
    }
  };

  return (
    <>
      <AppLink to={paths.announcements} sx={{ display: "inline-block", mb: 1 }}>
        {t("announcement_form.back")}
      </AppLink>
      <PageTitle title={title} />
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled) void save("confirm");
        }}
        sx={{ display: "grid", gap: 3, maxWidth: 760 }}
      >
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        <Paper variant="outlined" sx={{ p: 2, display: "grid", gap: 2 }}>
          <TextField
            select
            label={t("announcement_form.subject")}
            value={draft.subject_type}
            error={errors.subject_type !== undefined}
            helperText={errors.subject_type}
            onChange={(event) => change({ subject_type: event.target.value as SubjectType })}
          >
            {choices.subject_types.map((type) => (
              <MenuItem key={type} value={type}>
                {t(`announcements.subjects.${type as SubjectType}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={t("announcement_form.body")}
            required
            multiline
            minRows={8}
            value={draft.body}
            error={errors.body !== undefined}
            helperText={errors.body ?? t("announcement_form.body_help")}
            onChange={(event) => change({ body: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 5000 } }}
          />
        </Paper>
        <RecipientSelector
          draft={draft}
          choices={choices}
          isAdmin={session.is_admin}
          recipients={recipients}
          onChange={change}
        />
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: "flex-end" }}>
          <Button variant="outlined" loading={busy === "draft"} disabled={disabled} onClick={() => void save("draft")}>
            {t("announcement_form.save")}
          </Button>
          <Button type="submit" variant="contained" loading={busy === "confirm"} disabled={disabled}>
            {t("announcement_form.confirm")}
          </Button>
        </Box>
      </Box>
    </>
  );
}
