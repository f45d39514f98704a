import Alert from "@mui/material/Alert";
import Link from "@mui/material/Link";
import { useLoaderData } from "react-router";
import { DoorPage, FieldsForm } from "@/console/security";
import { browser, send } from "@/owner/api";
import type { PageData } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** The page behind the mailed link. */
export default function OwnerPasswordEditPage() {
  const t = useT();
  const { valid, reset_password_token } = useLoaderData<{ data: PageData["owner_password_edit"] }>().data;
  const hint = t("security.new_password_hint");
  return (
    <DoorPage title={t("security.new_password")}>
      {!valid && (
        <Alert severity="error" action={<Link href="/owners/password/new">{t("security.reset_title")}</Link>}>
          {t("security.invalid_link")}
        </Alert>
      )}
      {valid && (
        <FieldsForm
          fields={[
            {
              name: "password",
              label: t("security.new_password"),
              type: "password",
              autoComplete: "new-password",
              hint,
            },
            {
              name: "password_confirmation",
              label: t("security.confirmation"),
              type: "password",
              autoComplete: "new-password",
            },
          ]}
          submit={t("security.change_password")}
          onSubmit={async (values) => {
            const owner = { reset_password_token, ...values };
            const { redirect_to } = await send("PATCH", "/owners/password", { body: { owner } });
            browser.assign(redirect_to);
          }}
        />
      )}
    </DoorPage>
  );
}
