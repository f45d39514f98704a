import { useRevalidator } from "react-router";
import { SecuritySettings } from "@/console/security";
import { usePageData } from "@/admin/navigation";

export default function AdminSecuritySettingsPage() {
  const data = usePageData<"admin_security_settings">();
  const { revalidate } = useRevalidator();
  return <SecuritySettings root="/admin" data={data} reload={revalidate} />;
}
