import { DoorPage, SignInForm } from "@/console/security";
import { send } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";

/** The sign-in page of admins. */
export default function AdminSignInPage() {
  const t = useT();
  return (
    <DoorPage title={t("door.title")} lead={t("door.lead")}>
      <SignInForm
        root="/admin"
        person="admin_user"
        onSubmit={(admin_user) => send("POST", "/admin/sign_in", { body: { admin_user } })}
      />
    </DoorPage>
  );
}
