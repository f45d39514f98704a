import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "@seki/shared/api";
import { canUsePasskeys, createPasskey } from "@seki/shared/passkeys";
import { send } from "@/api";
import { Button, Panel, Stack } from "@/ui";
import { FieldsForm } from "./FieldsForm";
import { PasskeyList } from "./PasskeyList";
import { ProofForm } from "./ProofForm";
import styles from "./Security.module.css";

const PASSKEYS = "/users/profile/security_settings/passkeys";

type Wish =
  { kind: "add" } | { kind: "name"; options: Record<string, unknown> } | { kind: "rename" | "remove"; uid: string };

interface Props {
  passkeys: readonly Schemas["PasskeyView"][];
  hasApp: boolean;
  /** Whether the site's address can have passkeys. */
  canAdd: boolean;
  /** The settings have changed; the text is shown, if any. */
  onChanged: (message?: string | null) => Promise<void>;
}

/** The passkeys beside the app: added and removed by the password or a code. */
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

function Content({ passkeys, hasApp, canAdd, onChanged }: Props) {
  const { t } = useTranslation();
  const [wish, setWish] = useState<Wish | null>(null);
  const [touched, setTouched] = useState(false);
  const state = useRef<HTMLParagraphElement>(null);
  // The buttons that led away have gone with the focus.
  useEffect(() => {
    if (wish === null && touched) state.current?.focus();
  }, [wish, touched]);

  const ask = (next: Wish) => {
    setTouched(true);
    setWish(next);
  };
  const leave = () => setWish(null);
  const prove = async (body: Schemas["ProofBody"]) => {
    if (wish?.kind === "remove") {
      const call = { path: { uid: wish.uid }, body };
      await onChanged((await send("DELETE", `${PASSKEYS}/{uid}`, call)).message);
      leave();
    } else {
      const { options } = await send("POST", `${PASSKEYS}/options`, { body });
      setWish({ kind: "name", options });
    }
  };
  const give = async (name: string) => {
    if (wish?.kind === "name") {
      const credential = await createPasskey(wish.options, t("two_factor.passkey_cancelled"));
      await onChanged((await send("POST", PASSKEYS, { body: { name, credential } })).message);
    } else if (wish?.kind === "rename") {
      const call = { path: { uid: wish.uid }, body: { name } };
      await onChanged((await send("PATCH", `${PASSKEYS}/{uid}`, call)).message);
    }
    leave();
  };

  if (wish?.kind === "add" || wish?.kind === "remove") {
    return <ProofForm hasApp={hasApp} onProof={prove} onCancel={leave} />;
  }
  if (wish !== null) {
    const label = t("security.passkey_name");
    const hint = t("security.passkey_name_hint");
    return (
      <FieldsForm
        fields={[{ name: "name", label, autoComplete: "off", hint }]}
        submit={t(wish.kind === "name" ? "security.passkey_create" : "security.passkey_save")}
        takesFocus
        onCancel={leave}
        onSubmit={({ name = "" }) => give(name)}
      />
    );
  }
  const obstacle =
    (!canAdd && "security.passkeys_not_here") ||
    (!canUsePasskeys() && "security.passkeys_unsupported") ||
    (!hasApp && "security.passkeys_need_app");
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
      {obstacle ? (
        <p className={styles.soft}>{t(obstacle)}</p>
      ) : (
        <div className={styles.buttons}>
          <Button onClick={() => ask({ kind: "add" })}>{t("security.passkey_add")}</Button>
        </div>
      )}
    </>
  );
}
