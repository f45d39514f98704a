import Alert from "@mui/material/Alert";
import Link from "@mui/material/Link";
import { browser } from "@/console/api";
import type { Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import type { Root } from "./calls";
import { SignInFrame } from "./SignInFrame";
import { FieldsForm } from "./FieldsForm";

type Props = Schemas["OwnerPasswordEditPage"] & {
  root: Root;
  onSubmit: (fields: Schemas["ResetFields"]) => Promise<{ redirect_to: string }>;
};

const field = (name: string, label: string, hint?: string) => ({
  name,
  label,
  type: "password" as const,
  autoComplete: "new-password",
  ...(hint === undefined ? {} : { hint }),
});

/** The page that the mailed link opens. */
export function NewPassword({ root, valid, reset_password_token, onSubmit }: Props) {
  const t = useT();
  return (
    <SignInFrame title={t("security.new_password")}>
      {!valid && (
        <>
          <Alert severity="error">{t("security.invalid_link")}</Alert>
          <Link href={`${root}/password/new`} sx={{ display: "block", mt: 2 }}>
            {t("security.reset_title")}
          </Link>
        </>
      )}
      {valid && (
        <FieldsForm
          fields={[
            field("password", t("security.new_password"), t("security.new_password_hint")),
            field("password_confirmation", t("security.confirmation")),
          ]}
          submit={t("security.change_password")}
          onSubmit={async (values) => {
            const { redirect_to } = await onSubmit({ reset_password_token, ...values });
            browser.assign(redirect_to);
          }}
        />
      )}
    </SignInFrame>
  );
}
