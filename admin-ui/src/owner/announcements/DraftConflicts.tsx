import { useFormContext } from "react-hook-form";
import { EditConflict } from "@/console/ui/forms";
import type { Theirs } from "@/console/ui/forms";
import { joiner } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { dateTime, shownDraft } from "./model";
import type { Draft, Grade, SubjectType } from "./model";

interface Props {
  theirs: Theirs;
  choices: Schemas["AnnouncementChoices"];
}

/** Inside a draft's form: for each field that a colleague has saved meanwhile, the user chooses one value first. */
export function DraftConflicts({ theirs, choices }: Props) {
  const t = useT();
  const { clearErrors, setValue } = useFormContext();
  const stored = theirs.values as Partial<Draft>;
  const fields = fieldsOf(stored, choices, t);
  const shown = shownDraft({ ...stored, scheduled_at: stored.scheduled_at ?? null } as Draft);
  return (theirs.undecided as (keyof Draft)[]).map((name) => {
    const decide = () => {
      clearErrors(name);
      theirs.decide(name);
    };
    const take = () => {
      setValue(name, shown[name], { shouldDirty: true });
      decide();
    };
    const { label, saved } = fields[name];
    const title = t("drafts.changed", { label });
    return <EditConflict key={name} title={title} saved={saved} onKeepMine={decide} onTakeTheirs={take} />;
  });
}

/** Returns the label of each field, and the text of its stored value. */
function fieldsOf(
  stored: Partial<Draft>,
  choices: Props["choices"],
  t: Translate,
): Record<keyof Draft, { label: string; saved: string }> {
  const groups = choices.groups.filter(({ id }) => stored.only_customer_group_ids?.includes(id));
  const prefectures = choices.prefectures.filter(({ code }) => stored.only_prefectures?.includes(code));
  const grades = stored.only_premium_grades?.map((grade) => t(`announcements.grades.${grade as Grade}`)) ?? [];
  const subject = stored.subject_type && t(`announcements.subjects.${stored.subject_type as SubjectType}`);
  return {
    subject_type: { label: t("announcement_form.subject"), saved: subject ?? "" },
    body: { label: t("announcement_form.body"), saved: stored.body ?? "" },
    only_customer_group_ids: {
      label: t("announcement_form.groups"),
      saved: groups.map(({ label }) => label).join(joiner()),
    },
    only_prefectures: {
      label: t("announcement_form.prefectures"),
      saved: prefectures.map(({ label }) => label).join(joiner()),
    },
    only_premium_grades: { label: t("announcement_form.grades"), saved: grades.join(joiner()) },
    // A switch has two values, so two users who change it want the same.
    include_unsubscribed_customers: { label: t("announcement_form.force"), saved: "" },
    send_count: { label: t("announcement_form.send_count"), saved: String(stored.send_count ?? "") },
    scheduled_at: {
      label: t("announcement_form.scheduled_at"),
      saved: stored.scheduled_at ? dateTime(stored.scheduled_at) : "",
    },
  };
}
