import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useAuthenticator } from "@seki/shared/account-security";
import type { OnChanged, SecurityCalls } from "@seki/shared/account-security";
import type { Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { AuthenticatorSetup } from "./AuthenticatorSetup";
import { ProofForm } from "./ProofForm";
import { RecoveryCodes } from "./RecoveryCodes";

interface Props {
  calls: SecurityCalls;
  authenticator: Schemas["AuthenticatorView"] | null;
  isRequired: boolean;
  /** They end with the app. */
  passkeys: readonly Schemas["PasskeyView"][];
  onChanged: OnChanged;
}

/** The authenticator app: set up, replaced and removed with the password or a code. */
export function AuthenticatorPane({ calls, authenticator, isRequired, passkeys, onChanged }: Props) {
  const t = useT();
  const { step, state, ask, submitProof, confirm, keepCodes, leave } = useAuthenticator(calls, passkeys, onChanged);

  if (step?.kind === "codes") return <RecoveryCodes codes={step.codes} onSaved={keepCodes} />;
  if (step?.kind === "enrolment") {
    return <AuthenticatorSetup enrolment={step.enrolment} onCode={confirm} onCancel={leave} />;
  }
  if (step?.kind === "proof") {
    return <ProofForm hasApp={authenticator !== null} onProof={submitProof} onCancel={leave} />;
  }
  return (
    <>
      <Typography ref={state} tabIndex={-1} sx={{ outline: "none" }}>
        {authenticator === null ? t("security.app_off") : t("security.app_on")}
      </Typography>
      {authenticator !== null && (
        <Typography>{t("security.recovery_left", { count: authenticator.recovery_codes_left })}</Typography>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="outlined" onClick={() => ask("set_up")}>
          {authenticator === null ? t("security.set_up") : t("security.change_app")}
        </Button>
        {authenticator !== null && <Button onClick={() => ask("renew")}>{t("security.recovery_renew")}</Button>}
        {authenticator !== null && !isRequired && <Button onClick={() => ask("remove")}>{t("security.remove")}</Button>}
      </Box>
    </>
  );
}
