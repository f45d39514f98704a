import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { withHyphens } from "@seki/shared/phone";
import { ApiError, leaving, send, showFlash } from "@/api";
import type { PhoneEditPage } from "@/api";
import { deleteDrafts, useStoredInput, useStoredState } from "@/drafts";
import { paths, useFollow } from "@/navigation";
import { Button, Notice, Stack, WriteProblem, useFocusFirstInvalid, useWrite, errorText } from "@/ui";
import { countryShown } from "../model/phone-country";
import { PhoneBlock } from "./PhoneBlock";
import PhoneTaken from "./PhoneTaken";
import { AppleProof, ProofFields, isAppleRequired, useProof } from "./ProofFields";

const FLOW = "phone_update";
const TOO_MANY = 429;

interface Props {
  page: Omit<PhoneEditPage, "next">;
  /** The address to continue to; default: the profile. */
  target?: string | null;
}

/** Changes the number, or verifies the same number again after another account has claimed it. */
export function PhoneEditForm({ page, target = null }: Props) {
  const { t } = useTranslation();
  const follow = useFollow();
  const [number, setNumber] = useStoredInput(`${FLOW}.number`, {
    country: countryShown(page),
    digits: "",
  });
  const [uuid, setUuid] = useStoredState(`${FLOW}.proof`, "");
  const [taken, setTaken] = useState(false);
  const identity = useProof(page.proof_ways);
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, attempts);

  const [droppedProofs, setDroppedProofs] = useState(0);

  const dropProof = () => {
    setUuid("");
    setDroppedProofs(droppedProofs + 1);
    setTaken(false);
  };

  const saving = useWrite({
    words: (error) => {
      const texts = error instanceof ApiError && error.status !== TOO_MANY ? error.problem.errors : undefined;
      return texts?.join("\n") ?? errorText(error, t);
    },
    handles: async (error) => {
      if (!(error instanceof ApiError)) return false;
      const isTaken = error.problem.code === "phone_taken";
      if (isTaken) setTaken(true);
      const isUnverified = !isTaken && (await identity.takes(error));
      if (isUnverified) setAttempts((count) => count + 1);
      if (isTaken || isUnverified) return true;
      // The verification may have expired or been used: the number is verified again.
      if (error.status !== TOO_MANY) dropProof();
      return false;
    },
  });

  const change = async (move_phone: boolean) => {
    setAttempts(attempts + 1);
    saving.reset();
    if (!identity.check()) return;
    const next = target === null ? {} : { next: target };
    await saving.write(async () => {
      const { message, redirect_to } = await send("PATCH", "/users/profile/account/tel", {
        body: { tab: "tel", phone_verification_uuid: uuid, move_phone, ...next, ...identity.body },
      });
      deleteDrafts(FLOW);
      showFlash({ kind: "notice", message, sticky: false });
      follow(redirect_to ?? paths.profile);
      await leaving();
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change(false);
  };

  if (isAppleRequired(page.proof_ways)) return <AppleProof />;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        <p>{t("phone.edit.now", { number: withHyphens(page.phone_display) })}</p>
        {!page.is_confirmed && (
          <Notice kind="alert">
            <p>{t("phone.edit.unconfirmed")}</p>
          </Notice>
        )}
        <PhoneBlock
          key={droppedProofs}
          flow={FLOW}
          countries={page.countries}
          pattern={page.phone_pattern}
          country={number.country}
          digits={number.digits}
          confirmed={uuid !== ""}
          numberError={undefined}
          confirmError={undefined}
          onCountry={(country) => setNumber((known) => ({ ...known, country }))}
          onDigits={(digits) => setNumber((known) => ({ ...known, digits }))}
          onConfirmed={setUuid}
          onSettled={() => undefined}
        />
        {uuid !== "" && <ProofFields proof={identity} />}
        <WriteProblem write={saving} />
        {taken ? (
          <PhoneTaken
            busy={saving.busy}
            action={t("phone.edit.move")}
            onMove={() => void change(true)}
            onOther={dropProof}
          />
        ) : (
          <Button type="submit" kind="primary" wide disabled={uuid === ""} busy={saving.busy}>
            {t("phone.edit.submit")}
          </Button>
        )}
      </Stack>
    </form>
  );
}
