import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import { PROOF_FIELD } from "@/features/accounts/components/ProofFields";
import type { ProofWay } from "@/features/accounts/components/ProofFields";
import { AppLink, browser, paths, usePageData, useTitle } from "@/navigation";
import { Button, Notice, PageFrame, Panel, Stack, useAsk, useNoticedWrite } from "@/ui";
import { FieldsForm } from "../components/FieldsForm";

/** Deletes the account: lists the retained data and the obstacles, and offers the data export. */
export default function AccountDeletionPage() {
  const { t } = useTranslation();
  const page = usePageData("account_deletion");
  useTitle(t("deletion.title"));
  return (
    <PageFrame narrow title={t("deletion.title")} lead={<AppLink to={paths.profile}>{t("profile.back")}</AppLink>}>
      <Stack>
        <Panel>
          <Stack>
            <h2>{t("deletion.export_title")}</h2>
            <p>{t("deletion.export_text")}</p>
            <p>
              <a href="/users/profile/export" download>
                {t("deletion.export")}
              </a>
            </p>
          </Stack>
        </Panel>
        <Panel>
          <Stack>
            <h2>{t("deletion.what_happens")}</h2>
            <p>{t("deletion.erased")}</p>
            <p>{t("deletion.kept")}</p>
            <p>{t("deletion.final")}</p>
            {page.obstacles.length > 0 ? (
              <Notice kind="alert">
                <p>{t("deletion.obstacles")}</p>
                <ul>
                  {page.obstacles.map(({ kind, text }) => (
                    <li key={kind}>{text}</li>
                  ))}
                </ul>
              </Notice>
            ) : (
              <Proof ways={waysOf(page)} email={page.email} />
            )}
          </Stack>
        </Panel>
      </Stack>
    </PageFrame>
  );
}

function waysOf({ has_password, has_app }: { has_password: boolean; has_app: boolean }): ProofWay[] {
  return [...(has_password ? (["password"] as const) : []), ...(has_app ? (["app"] as const) : []), "mail"];
}

function Proof({ ways, email }: { ways: ProofWay[]; email: string }) {
  const { t } = useTranslation();
  const { ask } = useAsk();
  const [way, setWay] = useState<ProofWay>(ways[0] ?? "mail");
  const [sent, setSent] = useState(false);
  const sending = useNoticedWrite();
  const field = PROOF_FIELD[way];

  const mail = () =>
    sending.write(async () => {
      const { message } = await send("POST", "/users/profile/deletion/code");
      setSent(true);
      showFlash({ kind: "notice", message, sticky: false });
    });
  const end = async (values: Record<string, string>) => {
    const confirmed = await ask({
      title: t("deletion.confirm"),
      body: <p>{t("deletion.final")}</p>,
      confirmLabel: t("deletion.submit"),
      cancelLabel: t("common.cancel"),
      danger: true,
    });
    if (!confirmed) return;
    const { redirect_to } = await send("DELETE", "/users/profile", { body: { [field]: values[field] ?? "" } });
    browser.assign(redirect_to);
  };

  return (
    <>
      <p>{t("deletion.proof")}</p>
      {way === "mail" && (
        <div>
          <Button busy={sending.busy} onClick={() => void mail()}>
            {sent ? t("deletion.resend_code") : t("deletion.send_code", { email })}
          </Button>
        </div>
      )}
      <FieldsForm
        key={way}
        fields={[
          {
            name: field,
            label: t(`proof.field.${way}`),
            type: way === "password" ? "password" : "text",
            autoComplete: way === "password" ? "current-password" : "one-time-code",
          },
        ]}
        submit={t("deletion.submit")}
        onSubmit={end}
      />
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <div key={other}>
            <Button kind="text" onClick={() => setWay(other)}>
              {t(`proof.by.${other}`)}
            </Button>
          </div>
        ))}
    </>
  );
}
