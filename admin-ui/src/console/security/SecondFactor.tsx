import { useState } from "react";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { canUsePasskeys, signWithPasskey } from "@seki/shared/passkeys";
import { browser } from "@/console/api";
import type { Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { AuthenticatorSetup } from "./AuthenticatorSetup";
import { stepCalls } from "./calls";
import type { Root } from "./calls";
import { SignInFrame } from "./SignInFrame";
import { FieldsForm } from "./FieldsForm";
import { RecoveryCodes } from "./RecoveryCodes";

type Props = Schemas["SecondFactorStep"] & { root: Root };

/** The second step of signing in: a passkey, the code of the app, or the setup of an account's first app. */
export function SecondFactor({ root, is_enrolled, has_passkeys }: Props) {
  const t = useT();
  const calls = stepCalls(root);
  const [enrolment, setEnrolment] = useState<Schemas["EnrolmentView"] | null>(null);
  const [done, setDone] = useState<{ codes: string[]; target: string } | null>(null);

  const give = async (code: string) => {
    const { recovery_codes, redirect_to } = await calls.verify(code);
    if (recovery_codes.length === 0) browser.assign(redirect_to);
    else setDone({ codes: recovery_codes, target: redirect_to });
  };

  const sign = async () => {
    const { options } = await calls.beginPasskey();
    const credential = await signWithPasskey(options, t("security.passkey_cancelled"));
    browser.assign((await calls.verifyPasskey({ credential })).redirect_to);
  };

  const canSign = is_enrolled && has_passkeys && canUsePasskeys();
  const enrolledLead = canSign ? t("security.passkey_lead") : t("security.second_factor_lead");
  const lead = is_enrolled ? enrolledLead : t("security.set_up_lead");
  return (
    <SignInFrame title={t("security.second_factor")} lead={done === null ? lead : undefined}>
      {done !== null && <RecoveryCodes codes={done.codes} onSaved={() => browser.assign(done.target)} />}
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
          onSubmit={async () => setEnrolment(await calls.setUp())}
        />
      )}
      {done === null && enrolment !== null && <AuthenticatorSetup enrolment={enrolment} onCode={give} />}
      {done === null && (
        <Link href={`${root}/sign_in`} sx={{ display: "block", mt: 2 }}>
          {t("security.to_sign_in")}
        </Link>
      )}
    </SignInFrame>
  );
}
