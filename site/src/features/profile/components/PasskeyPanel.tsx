import { useTranslation } from "react-i18next";
import { passkeyObstacle, usePasskeys } from "@seki/shared/account-security";
import type { OnChanged } from "@seki/shared/account-security";
import type { Schemas } from "@seki/shared/api";
import { Button, Panel, Stack } from "@/ui";
import { ConfirmAddressFirst } from "./ConfirmAddressFirst";
import { FieldsForm } from "./FieldsForm";
import { PasskeyList } from "./PasskeyList";
import { ProofForm } from "./ProofForm";
import { calls } from "../model/security-calls";
import styles from "./Security.module.css";

interface Props {
  passkeys: readonly Schemas["PasskeyView"][];
  hasApp: boolean;
  /** A passkey can be added to an account with a confirmed address only. */
  emailConfirmed: boolean;
  /** Whether the site's address supports passkeys. */
  canAdd: boolean;
  onChanged: OnChanged;
}

/** The passkeys next to the app: added and removed with the password or a code. */
export function PasskeyPanel(props: Props) {
  const { t } = useTranslation();
  return (
    <Panel>
      <Stack>
        <h2>{t("security.passkeys")}</h2>
        <Content {...props} />
      </Stack>
    </Panel>
  );
}

function Content({ passkeys, hasApp, emailConfirmed, canAdd, onChanged }: Props) {
  const { t } = useTranslation();
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
      <p ref={state} tabIndex={-1}>
        {t("security.passkeys_lead")}
      </p>
      <PasskeyList
        passkeys={passkeys}
        onRename={(uid) => ask({ kind: "rename", uid })}
        onRemove={(uid) => ask({ kind: "remove", uid })}
      />
      {obstacle && <p className={styles.soft}>{t(`security.passkeys_${obstacle}`)}</p>}
      {!obstacle && !emailConfirmed && <ConfirmAddressFirst />}
      {!obstacle && emailConfirmed && (
        <div className={styles.buttons}>
          <Button onClick={() => ask({ kind: "add" })}>{t("security.passkey_add")}</Button>
        </div>
      )}
    </>
  );
}
