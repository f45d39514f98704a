import { useEffect } from "react";
import { SignInFrame, SignInForm } from "@/console/security";
import { useT } from "@/owner/i18n/use-t";

/** The sign-in page of owners. */
export default function OwnerSignInPage() {
  const t = useT();
  // There is no session: guest data must not stay on this device.
  useEffect(() => void import("../offline").then(({ clearDays }) => clearDays()).catch(() => undefined), []);
  return (
    <SignInFrame title={t("sign_in.title")} lead={t("sign_in.lead")} diners={t("sign_in.diners")}>
      <SignInForm root="/owners" person="owner" />
    </SignInFrame>
  );
}
