import { useEffect, useRef, useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { canUsePasskeys, createPasskey } from "@seki/shared/passkeys";
import type { Locale, Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import type { SecurityCalls } from "./calls";
import { FieldsForm } from "./FieldsForm";
import { PasskeyList } from "./PasskeyList";
import { ProofForm } from "./ProofForm";

type Wish =
  { kind: "add" } | { kind: "name"; options: Record<string, unknown> } | { kind: "rename" | "remove"; uid: string };

interface Props {
  calls: SecurityCalls;
  passkeys: readonly Schemas["PasskeyView"][];
  hasApp: boolean;
  canAdd: boolean;
  locale: Locale;
  onChanged: (message?: string | null) => Promise<void>;
}

/** The passkeys beside the app: added and removed by the password or a code. */
export function PasskeyPane({ calls, passkeys, hasApp, canAdd, locale, onChanged }: Props) {
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
      await onChanged((await calls.removePasskey(wish.uid, body)).message);
      leave();
    } else {
      const { options } = await calls.beginPasskey(body);
      setWish({ kind: "name", options });
    }
  };
  const give = async (name: string) => {
    if (wish?.kind === "name") {
      const credential = await createPasskey(wish.options, t("security.passkey_cancelled"));
      await onChanged((await calls.addPasskey({ name, credential })).message);
    } else if (wish?.kind === "rename") {
      await onChanged((await calls.renamePasskey(wish.uid, name)).message);
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
