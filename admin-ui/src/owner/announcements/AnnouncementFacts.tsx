import { joiner } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import { Facts, usePrefecture } from "@/console/ui";
import { dateTime, groupsOf } from "./model";
import type { Announcement, Grade } from "./model";

const at = (iso: string | null) => (iso === null ? "" : dateTime(iso));

/** Shows the audience of an announcement, and when it was sent or stopped, and the number of its recipients. */
export function AnnouncementFacts({ announcement }: { announcement: Announcement }) {
  const t = useT();
  const prefecture = usePrefecture();
  const { prefectures, premium_grades, status } = announcement;
  const people = (count: number) => t("announcements.people", { count });
  const hasStarted = status !== "draft" && status !== "scheduled";
  return (
    <Facts
      facts={[
        [t("announcement_detail.groups"), groupsOf(announcement) || t("announcements.all")],
        [t("announcement_detail.prefectures"), prefectures.map(prefecture).join(joiner())],
        [
          t("announcement_detail.grades"),
          premium_grades.map((grade) => t(`announcements.grades.${grade as Grade}`)).join(joiner()),
        ],
        [t("announcement_detail.forced"), announcement.include_unsubscribed_customers && t("announcement_detail.yes")],
        [t("announcement_detail.send_count"), announcement.send_count !== null && people(announcement.send_count)],
        [t("announcement_detail.scheduled"), at(announcement.scheduled_at)],
        [t("announcement_detail.confirmed"), at(announcement.confirmed_at)],
        [t("announcement_detail.sent"), at(announcement.sent_at)],
        [t("announcement_detail.stopped"), at(announcement.stopped_at)],
        [t("announcement_detail.announced"), hasStarted && people(announcement.announced_count)],
        [
          t("announcement_detail.re_announced"),
          announcement.re_announced_count > 0 && people(announcement.re_announced_count),
        ],
      ]}
    />
  );
}
