import Link from "@mui/material/Link";
import { DoorPage, FieldsForm } from "@/console/security";
import { browser, send } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** Asks for the link to set a new password. */
export default function OwnerPasswordNewPage() {
  const t = useT();
  return (
    <DoorPage title={t("security.reset_title")} lead={t("security.reset_lead")}>
      <FieldsForm
        fields={[{ name: "email", label: t("security.email"), type: "email", autoComplete: "username" }]}
        submit={t("security.reset_send")}
        onSubmit={async ({ email = "" }) => {
          const { redirect_to } = await send("POST", "/owners/password", { body: { owner: { email } } });
          browser.assign(redirect_to);
        }}
      />
      <Link href="/owners/sign_in" sx={{ display: "block", mt: 2 }}>
        {t("security.to_sign_in")}
      </Link>
    </DoorPage>
  );
}
