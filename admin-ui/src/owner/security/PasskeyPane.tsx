import { useEffect, useRef, useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { canUsePasskeys, createPasskey } from "@seki/shared/passkeys";
import { FieldsForm, PasskeyList, ProofForm } from "@/console/security";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

const PASSKEYS = "/owners/security_settings/passkeys";

type Wish =
  { kind: "add" } | { kind: "name"; options: Record<string, unknown> } | { kind: "rename" | "remove"; uid: string };

interface Props {
  passkeys: readonly Schemas["PasskeyView"][];
  hasApp: boolean;
  canAdd: boolean;
  locale: string;
  onChanged: (message?: string | null) => Promise<void>;
}

/** The passkeys beside the app: added and removed by the password or a code. */
export function PasskeyPane({ passkeys, hasApp, canAdd, locale, onChanged }: Props) {
  const t = useT();
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
      const path = { uid: wish.uid };
      await onChanged((await send("DELETE", "/owners/security_settings/passkeys/{uid}", { path, body })).message);
      leave();
    } else {
      const { options } = await send("POST", "/owners/security_settings/passkeys/options", { body });
      setWish({ kind: "name", options });
    }
  };
  const give = async (name: string) => {
    if (wish?.kind === "name") {
      const credential = await createPasskey(wish.options, t("security.passkey_cancelled"));
      await onChanged((await send("POST", PASSKEYS, { body: { name, credential } })).message);
    } else if (wish?.kind === "rename") {
      const call = { path: { uid: wish.uid }, body: { name } };
      await onChanged((await send("PATCH", "/owners/security_settings/passkeys/{uid}", call)).message);
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
        <Typography color="text.secondary">{t(obstacle)}</Typography>
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
