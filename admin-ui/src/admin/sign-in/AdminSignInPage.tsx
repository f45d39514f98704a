import { SignInFrame, SignInForm } from "@/console/security";
import { useT } from "@/admin/i18n/use-t";

/** The sign-in page of admins. */
export default function AdminSignInPage() {
  const t = useT();
  return (
    <SignInFrame title={t("console_sign_in.title")} lead={t("console_sign_in.lead")}>
      <SignInForm root="/admin" person="admin_user" />
    </SignInFrame>
  );
}
