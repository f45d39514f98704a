import { SecuritySettings } from "@/console/security";
import { usePage } from "@/owner/navigation";

export default function OwnerSecuritySettingsPage() {
  const { data, reload } = usePage<"owner_security_settings">();
  return <SecuritySettings root="/owners" data={data} reload={reload} />;
}
