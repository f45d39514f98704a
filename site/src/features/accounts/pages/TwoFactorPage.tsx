import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import { browser, usePageData, useTitle } from "@/navigation";
import { Button, PageFrame, Panel, Problem, TextField } from "@/ui";
import { ContinuingNotice } from "../components/ContinuingNotice";
import styles from "../components/SimpleForm.module.css";
import { digitsOf } from "@seki/shared/phone";

const CODE_LENGTH = 4;

export default function TwoFactorPage() {
  const { t } = useTranslation();
  const { masked_email, continuing } = usePageData("two_factor");
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useTitle(t("two_factor.title"));

  const guarded = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setCode("");
      setProblem(error instanceof ApiError ? error.message : t("common.network_error"));
    } finally {
      setBusy(false);
    }
  };

  const verify = () =>
    guarded(async () => {
      const { redirect_to } = await send("POST", "/users/two_factor_authentication/verify", {
        body: { verification_code: code },
      });
      browser.assign(redirect_to);
    });

  const resend = () =>
    guarded(async () => {
      const { message } = await send("POST", "/users/two_factor_authentication/resend");
      showFlash({ kind: "notice", message, sticky: false });
    });

  return (
    <PageFrame narrow title={t("two_factor.title")} lead={t("two_factor.lead", { email: masked_email })}>
      <Panel>
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (code.length === CODE_LENGTH) void verify();
          }}
        >
          <ContinuingNotice continuing={continuing} />
          <TextField
            label={t("two_factor.code")}
            hint={t("two_factor.code_hint")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH}
            value={code}
            onChange={(event) => setCode(digitsOf(event.target.value).slice(0, CODE_LENGTH))}
          />
          {problem && (
            <Problem>
              <p>{problem}</p>
            </Problem>
          )}
          <Button type="submit" kind="primary" wide busy={busy} disabled={code.length !== CODE_LENGTH}>
            {t("two_factor.verify")}
          </Button>
          <Button kind="text" disabled={busy} onClick={() => void resend()}>
            {t("two_factor.resend")}
          </Button>
        </form>
      </Panel>
    </PageFrame>
  );
}
