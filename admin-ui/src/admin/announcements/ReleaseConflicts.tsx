import { formatShortInstant } from "@seki/shared/civil-time";
import { useRevalidator } from "react-router";
import { useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { FormConflicts } from "@/admin/conflicts";
import { useT } from "@/admin/i18n/use-t";
import { usePrefecture } from "@/console/ui";
import type { Theirs } from "@/console/ui/forms";

type Announcement = Schemas["AnnouncementView"];

interface Props {
  theirs: Theirs;
  announcement: Announcement;
  onForce: (isForced: boolean) => void;
  /** Receives the limit of recipients; null for all. */
  onCount: (count: number | null) => void;
  onSchedule: (instant: string | null) => void;
}

/** The edit conflicts of a release. The page shows the text and the recipients again once their change is accepted. */
export function ReleaseConflicts({ theirs, announcement, onForce, onCount, onSchedule }: Props) {
  const t = useT();
  const prefecture = usePrefecture();
  const { locale } = useShell();
  const { revalidate } = useRevalidator();
  const group = (id: string) => {
    const place = announcement.customer_group_ids.indexOf(Number(id));
    return announcement.customer_group_labels[place] ?? t("release.added_group");
  };
  const shown = (label: string, text: (saved: string) => string) => ({
    label,
    text: (saved: unknown) => text(String(saved)),
    take: () => void revalidate(),
    isShownOnly: true,
  });
  const list = (label: string, text: (one: string) => string) =>
    shown(label, (saved) => (saved === "" ? t("release.all") : saved.split("\n").map(text).join(t("list.and"))));
  return (
    <FormConflicts
      theirs={theirs}
      fields={{
        subject_type: shown(t("release.subject"), (saved) => t(`release.subjects.${saved as "notice"}`)),
        body: shown(t("release.body"), (saved) => saved),
        only_customer_group_ids: list(t("release.groups"), group),
        only_prefectures: list(t("release.prefectures"), prefecture),
        only_premium_grades: list(t("release.grades"), (grade) => t(`value.grade.${grade as "green"}`, { _: grade })),
        include_unsubscribed_customers: {
          label: t("release.force"),
          text: (saved) => t(saved === true ? "restaurants.yes" : "restaurants.no"),
          take: (saved) => onForce(saved === true),
        },
        send_count: {
          label: t("release.send_count"),
          text: (saved) => (saved === null ? t("release.all") : String(saved)),
          take: (saved) => onCount(saved as number | null),
        },
        scheduled_at: {
          label: t("release.scheduled_at"),
          text: (saved) => (saved === null ? "" : formatShortInstant(String(saved), locale)),
          take: (saved) => onSchedule(saved as string | null),
        },
      }}
    />
  );
}
