import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { passkeyObstacle, usePasskeys } from "@seki/shared/account-security";
import type { OnChanged, SecurityCalls } from "@seki/shared/account-security";
import type { Locale, Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { FieldsForm } from "./FieldsForm";
import { PasskeyList } from "./PasskeyList";
import { ProofForm } from "./ProofForm";

interface Props {
  calls: SecurityCalls;
  passkeys: readonly Schemas["PasskeyView"][];
  hasApp: boolean;
  canAdd: boolean;
  locale: Locale;
  onChanged: OnChanged;
}

/** The passkeys next to the app: added and removed with the password or a code. */
export function PasskeyPane({ calls, passkeys, hasApp, canAdd, locale, onChanged }: Props) {
  const t = useT();
  const refusal = t("security.passkey_cancelled");
  const { step, state, ask, submitProof, giveName, leave } = usePasskeys({ calls, passkeys, onChanged, refusal });

  if (step?.kind === "add" || step?.kind === "remove") {
    return <ProofForm hasApp={hasApp} onProof={submitProof} onCancel={leave} />;
  }
  if (step !== null) {
    const label = t("security.passkey_name");
    const hint = t("security.passkey_name_hint");
    return (
      <FieldsForm
        fields={[{ name: "name", label, autoComplete: "off", hint }]}
        submit={t(step.kind === "name" ? "security.passkey_create" : "security.passkey_save")}
        takesFocus
        onCancel={leave}
        onSubmit={({ name = "" }) => giveName(name)}
      />
    );
  }
  const obstacle = passkeyObstacle(canAdd, hasApp);
  return (
    <>
      <Typography ref={state} tabIndex={-1} sx={{ outline: "none" }}>
        {t("security.passkeys_lead")}
      </Typography>
      <PasskeyList
        passkeys={passkeys}
        locale={locale}
        onRename={(uid) => ask({ kind: "rename", uid })}
        onRemove={(uid) => ask({ kind: "remove", uid })}
      />
      {obstacle ? (
        <Typography color="text.secondary">{t(`security.passkeys_${obstacle}`)}</Typography>
      ) : (
        <Box>
          <Button variant="outlined" onClick={() => ask({ kind: "add" })}>
            {t("security.passkey_add")}
          </Button>
        </Box>
      )}
    </>
  );
}
