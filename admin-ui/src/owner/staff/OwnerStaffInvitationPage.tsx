import Alert from "@mui/material/Alert";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useLoaderData } from "react-router";
import { SignInFrame, FieldsForm } from "@/console/security";
import { browser, send } from "@/owner/api";
import type { PageData } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";

const password = (name: string, label: string, hint?: string) => ({
  name,
  label,
  type: "password" as const,
  autoComplete: "new-password",
  ...(hint === undefined ? {} : { hint }),
});

/** The page of a staff invitation's link. Users with an account do not choose a password. */
export default function OwnerStaffInvitationPage() {
  const t = useT();
  const { token, invitation, is_replaced } = useLoaderData<{ data: PageData["owner_staff_invitation"] }>().data;
  if (invitation === null) {
    return (
      <SignInFrame title={t("staff.invitation_title")}>
        <Alert severity="error" action={<Link href={paths.signIn}>{t("staff.to_sign_in")}</Link>}>
          {is_replaced ? t("staff.invitation_replaced") : t("staff.invitation_over")}
        </Alert>
      </SignInFrame>
    );
  }
  const { restaurant_name: restaurant, email, has_account } = invitation;
  const fields = has_account
    ? []
    : [
        password("password", t("security.new_password"), t("security.new_password_hint")),
        password("password_confirmation", t("security.confirmation")),
      ];
  return (
    <SignInFrame title={t("staff.invitation_title")} lead={t("staff.invitation_lead", { restaurant, email })}>
      <Typography sx={{ mb: 2 }}>
        {has_account ? t("staff.invitation_known", { restaurant }) : t("staff.invitation_password")}
      </Typography>
      <FieldsForm
        fields={fields}
        submit={t("staff.accept")}
        onSubmit={async (values) => {
          const { redirect_to } = await send("POST", "/owners/staff_invitation", { body: { token, ...values } });
          browser.assign(redirect_to);
        }}
      />
    </SignInFrame>
  );
}
