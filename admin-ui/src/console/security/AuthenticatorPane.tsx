import { useEffect, useRef, useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { AuthenticatorSetup } from "./AuthenticatorSetup";
import type { SecurityCalls } from "./calls";
import { ProofForm } from "./ProofForm";
import { RecoveryCodes } from "./RecoveryCodes";

type Wish = "set_up" | "remove" | "renew";

interface Props {
  calls: SecurityCalls;
  authenticator: Schemas["AuthenticatorView"] | null;
  isRequired: boolean;
  onChanged: (message?: string | null) => Promise<void>;
}

/** The authenticator app: set up, changed and removed by the password or a code. */
export function AuthenticatorPane({ calls, authenticator, isRequired, onChanged }: Props) {
  const t = useT();
  const [wish, setWish] = useState<Wish | null>(null);
  const [enrolment, setEnrolment] = useState<Schemas["EnrolmentView"] | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const [touched, setTouched] = useState(false);
  const state = useRef<HTMLParagraphElement>(null);
  const isAtRest = wish === null && enrolment === null && codes === null;
  // The buttons that led away have gone with the focus.
  useEffect(() => {
    if (isAtRest && touched) state.current?.focus();
  }, [isAtRest, touched]);

  const ask = (next: Wish) => {
    setTouched(true);
    setWish(next);
  };
  const prove = async (body: Schemas["ProofBody"]) => {
    if (wish === "set_up") {
      setEnrolment(await calls.setUp(body));
    } else if (wish === "renew") {
      setCodes((await calls.renewCodes(body)).recovery_codes);
    } else {
      await onChanged((await calls.removeApp(body)).message);
    }
    setWish(null);
  };

  if (codes !== null) {
    const kept = () => {
      setCodes(null);
      void onChanged();
    };
    return <RecoveryCodes codes={codes} onKept={kept} />;
  }
  if (enrolment !== null) {
    const confirm = async (code: string) => {
      const { recovery_codes } = await calls.confirm(code);
      setEnrolment(null);
      setCodes(recovery_codes);
    };
    return <AuthenticatorSetup enrolment={enrolment} onCode={confirm} onCancel={() => setEnrolment(null)} />;
  }
  if (wish !== null) {
    return <ProofForm hasApp={authenticator !== null} onProof={prove} onCancel={() => setWish(null)} />;
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
