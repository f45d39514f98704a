import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/api";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { Facts, Notice, PageFrame, Panel, Stack } from "@/ui";
import { FieldsForm } from "../components/FieldsForm";

/** Requests another email address, which becomes effective when its mailbox has confirmed it. */
export default function EmailEditPage() {
  const { t } = useTranslation();
  const { email, email_confirmed, pending_email, proof_ways } = usePageData("email_edit");
  const { revalidate } = useRevalidator();
  useTitle(t("email_edit.title"));
  return (
    <PageFrame narrow title={t("email_edit.title")} lead={<AppLink to={paths.profile}>{t("profile.back")}</AppLink>}>
      <Panel>
        <Stack>
          <Facts
            facts={[
              {
                label: t("email_edit.now"),
                value: email_confirmed ? email : `${email} ${t("email_edit.unconfirmed")}`,
              },
            ]}
          />
          {pending_email !== null && (
            <Notice>
              <p>{t("email_edit.pending", { email: pending_email })}</p>
            </Notice>
          )}
          <p>{t("email_edit.lead")}</p>
          <FieldsForm
            fields={[{ name: "email", label: t("email_edit.new"), type: "email", autoComplete: "email" }]}
            draft="email_update"
            proofWays={proof_ways}
            submit={t("email_edit.submit")}
            onSubmit={async ({ email: next = "", ...proof }) => {
              const { message } = await send("PATCH", "/users/profile/account/email", {
                body: { user: { email: next }, ...proof },
              });
              showFlash({ kind: "notice", message, sticky: false });
              await revalidate();
            }}
          />
        </Stack>
      </Panel>
    </PageFrame>
  );
}
