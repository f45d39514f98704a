import { useState } from "react";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { useLoaderData } from "react-router";
import { canUsePasskeys, signWithPasskey } from "@seki/shared/passkeys";
import { AuthenticatorSetup, DoorPage, FieldsForm, RecoveryCodes } from "@/console/security";
import { browser, send } from "@/owner/api";
import type { PageData, Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** The second step of signing in: a passkey or the code of the app, or the first app of somebody who has none. */
export default function OwnerSecondFactorPage() {
  const t = useT();
  const { is_enrolled, has_passkeys } = useLoaderData<{ data: PageData["owner_second_factor"] }>().data;
  const [enrolment, setEnrolment] = useState<Schemas["EnrolmentView"] | null>(null);
  const [done, setDone] = useState<{ codes: string[]; target: string } | null>(null);

  const give = async (code: string) => {
    const { recovery_codes, redirect_to } = await send("POST", "/owners/second_factor", { body: { code } });
    if (recovery_codes.length === 0) browser.assign(redirect_to);
    else setDone({ codes: recovery_codes, target: redirect_to });
  };

  const sign = async () => {
    const { options } = await send("POST", "/owners/second_factor/passkey/options");
    const credential = await signWithPasskey(options, t("security.passkey_cancelled"));
    browser.assign((await send("POST", "/owners/second_factor/passkey", { body: { credential } })).redirect_to);
  };

  const canSign = is_enrolled && has_passkeys && canUsePasskeys();
  const enrolledLead = canSign ? t("security.passkey_lead") : t("security.second_factor_lead");
  const lead = is_enrolled ? enrolledLead : t("security.set_up_lead");
  return (
    <DoorPage title={t("security.second_factor")} lead={done === null ? lead : undefined}>
      {done !== null && <RecoveryCodes codes={done.codes} onKept={() => browser.assign(done.target)} />}
      {done === null && is_enrolled && (
        <FieldsForm
          fields={[
            { name: "code", label: t("security.code"), autoComplete: "one-time-code", hint: t("security.code_hint") },
          ]}
          submit={t("security.verify")}
          onSubmit={({ code = "" }) => give(code)}
        />
      )}
      {done === null && canSign && (
        <Box sx={{ mt: 3 }}>
          <FieldsForm fields={[]} submit={t("security.passkey_use")} onSubmit={sign} />
        </Box>
      )}
      {done === null && !is_enrolled && enrolment === null && (
        <FieldsForm
          fields={[]}
          submit={t("security.set_up")}
          onSubmit={async () => setEnrolment(await send("POST", "/owners/second_factor/authenticator"))}
        />
      )}
      {done === null && enrolment !== null && <AuthenticatorSetup enrolment={enrolment} onCode={give} />}
      {done === null && (
        <Link href="/owners/sign_in" sx={{ display: "block", mt: 2 }}>
          {t("security.to_sign_in")}
        </Link>
      )}
    </DoorPage>
  );
}
