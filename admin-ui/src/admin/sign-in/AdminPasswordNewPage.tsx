import { ForgottenPassword } from "@/console/security";
import { send } from "@/admin/api";

export default function AdminPasswordNewPage() {
  return (
    <ForgottenPassword
      root="/admin"
      onSubmit={(admin_user) => send("POST", "/admin/password", { body: { admin_user } })}
    />
  );
}
