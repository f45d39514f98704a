import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { AnnouncementForm } from "./AnnouncementForm";

export default function OwnerNewAnnouncementPage() {
  const t = useT();
  const { data } = usePage<"owner_new_announcement">();
  return <AnnouncementForm title={t("announcement_form.new_title")} choices={data.choices} announcement={null} />;
}
