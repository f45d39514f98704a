import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { AnnouncementForm } from "./AnnouncementForm";

export default function OwnerEditAnnouncementPage() {
  const t = useT();
  const { data } = usePage<"owner_edit_announcement">();
  return (
    <AnnouncementForm
      key={data.announcement.id}
      title={t("announcement_form.edit_title")}
      choices={data.choices}
      announcement={data.announcement}
    />
  );
}
