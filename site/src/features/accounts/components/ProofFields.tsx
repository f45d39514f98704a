import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRevalidator } from "react-router";
import type { Schemas } from "@seki/shared/api";
import { ApiError, send, showFlash } from "@/api";
import { Button, Stack, TextField, useNoticedWrite } from "@/ui";
import AppleButton from "./AppleButton";

export type ProofWay = Schemas["ProofWay"];

const PROOF_FIELD = { password: "current_password", app: "code", mail: "mailed_code" } as const;

/** State of the proof of identity that a form requires with a change. */
export interface Proof {
  ways: readonly (keyof typeof PROOF_FIELD)[];
  /** The chosen kind of proof; null if none is required. Apple's is not a field: `AppleProof` replaces the form. */
  way: keyof typeof PROOF_FIELD | null;
  value: string;
  error: string | undefined;
  /** Fields to send with the change. */
  body: Record<string, string>;
  choose: (way: keyof typeof PROOF_FIELD) => void;
  write: (value: string) => void;
  /** Reports whether the field is filled in. An empty field shows an error. */
  check: () => boolean;
  /**
   * Resolves to whether a rejection concerns the proof. The field then shows it. If the sign-in with Apple has expired,
   * the page is loaded again, and `AppleProof` replaces the form.
   */
  takes: (refusal: unknown) => Promise<boolean>;
  clear: () => void;
}

/** Manages the proof: the first of `ways`, until another one is chosen. */
export function useProof(ways: readonly ProofWay[]): Proof {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const fields = ways.filter((way) => way !== "apple");
  const [chosen, setChosen] = useState<keyof typeof PROOF_FIELD | null>(null);
  const [value, setValue] = useState("");
  const [error, setError] = useState<string | undefined>();
  const way = chosen ?? fields[0] ?? null;
  const clear = () => {
    setValue("");
    setError(undefined);
  };
  return {
    ways: fields,
    way,
    value,
    error,
    body: way === null ? {} : { [PROOF_FIELD[way]]: value },
    choose: (next) => {
      setChosen(next);
      clear();
    },
    write: setValue,
    check: () => {
      const isFilled = way === null || value.trim() !== "";
      setError(isFilled || way === null ? undefined : t(`proof.missing.${way}`));
      return isFilled;
    },
    takes: async (refusal) => {
      if (!(refusal instanceof ApiError)) return false;
      if (refusal.problem.code === "apple_proof_missing") {
        showFlash({ kind: "alert", message: refusal.message, sticky: true });
        await revalidate();
        return true;
      }
      const said = way === null ? undefined : refusal.problem.fields?.[PROOF_FIELD[way]];
      if (said === undefined) return false;
      setError(said);
      return true;
    },
    clear,
  };
}

/** The field of a proof, and buttons for the other kinds. */
export function ProofFields({ proof }: { proof: Proof }) {
  const { t } = useTranslation();
  const { way } = proof;
  if (way === null) return null;
  return (
    <Stack>
      <p>{t("proof.lead")}</p>
      {way === "mail" && <MailedCode />}
      <TextField
        key={way}
        name={PROOF_FIELD[way]}
        label={t(`proof.field.${way}`)}
        hint={way === "app" ? t("two_factor.app_hint") : undefined}
        type={way === "password" ? "password" : "text"}
        autoComplete={way === "password" ? "current-password" : "one-time-code"}
        value={proof.value}
        error={proof.error}
        onChange={(event) => proof.write(event.target.value)}
      />
      {proof.ways
        .filter((other) => other !== way)
        .map((other) => (
          <div key={other}>
            <Button kind="text" onClick={() => proof.choose(other)}>
              {t(`proof.by.${other}`)}
            </Button>
          </div>
        ))}
    </Stack>
  );
}

/** Replaces a form that requires a proof by Apple: the diner signs in with Apple again, and comes back to the form. */
export function AppleProof() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <Stack>
      <p>{t("apple.proof_lead")}</p>
      <div>
        <AppleButton
          by="proof"
          intent={{ restaurant_slug: null, user_action: null, after_sign_in_url: pathname + search }}
        />
      </div>
    </Stack>
  );
}

/** Reports whether the form waits for a proof by Apple. */
export function isAppleRequired(ways: readonly ProofWay[]): boolean {
  return ways.includes("apple");
}

function MailedCode() {
  const { t } = useTranslation();
  const [sent, setSent] = useState(false);
  const mailing = useNoticedWrite();
  const mail = () =>
    mailing.write(async () => {
      const { message } = await send("POST", "/users/profile/proof_code");
      setSent(true);
      showFlash({ kind: "notice", message, sticky: false });
    });
  return (
    <div>
      <Button busy={mailing.busy} onClick={() => void mail()}>
        {t(sent ? "proof.resend_code" : "proof.send_code")}
      </Button>
    </div>
  );
}
