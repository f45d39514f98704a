import Link from "@mui/material/Link";
import { browser } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import type { Root } from "./calls";
import { SignInFrame } from "./SignInFrame";
import { FieldsForm } from "./FieldsForm";

interface Props {
  root: Root;
  onSubmit: (fields: { email: string }) => Promise<{ redirect_to: string }>;
}

/** Requests a mail with the link to set a new password. */
export function ForgottenPassword({ root, onSubmit }: Props) {
  const t = useT();
  return (
    <SignInFrame title={t("security.reset_title")} lead={t("security.reset_lead")}>
      <FieldsForm
        fields={[{ name: "email", label: t("security.email"), type: "email", autoComplete: "username" }]}
        submit={t("security.reset_send")}
        onSubmit={async ({ email = "" }) => browser.assign((await onSubmit({ email })).redirect_to)}
      />
      <Link href={`${root}/sign_in`} sx={{ display: "block", mt: 2 }}>
        {t("security.to_sign_in")}
      </Link>
    </SignInFrame>
  );
}
