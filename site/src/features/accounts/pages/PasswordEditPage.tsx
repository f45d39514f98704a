import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send } from "@/api";
import { browser, paths, usePageData, useTitle } from "@/navigation";
import { Button, ButtonLink, Notice, PageFrame, Panel, Problem, Stack, TextField, useFirstWrong } from "@/ui";
import styles from "../components/SimpleForm.module.css";
import { isPassword } from "../model/password";

export default function PasswordEditPage() {
  const { t } = useTranslation();
  const { reset_password_token, valid } = usePageData("password_edit");
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const tried = attempts > 0;
  const form = useRef<HTMLFormElement>(null);
  useFirstWrong(form, attempts);
  useTitle(t("password.edit_title"));

  if (!valid) {
    return (
      <PageFrame narrow title={t("password.edit_title")}>
        <Panel>
          <Stack>
            <Notice kind="alert">
              <p>{t("password.invalid_link")}</p>
            </Notice>
            <ButtonLink kind="primary" to={paths.password_new}>
              {t("password.again")}
            </ButtonLink>
          </Stack>
        </Panel>
      </PageFrame>
    );
  }

  const submit = async (event: React.SyntheticEvent) => {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (!isPassword(password) || confirmation !== password) return;
    setBusy(true);
    setProblem(null);
    try {
      const { redirect_to } = await send("PATCH", "/users/password", {
        body: { user: { reset_password_token, password, password_confirmation: confirmation } },
      });
      browser.assign(redirect_to);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t("common.network_error"));
      setBusy(false);
    }
  };

  return (
    <PageFrame narrow title={t("password.edit_title")}>
      <Panel>
        <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
          <TextField
            label={t("password.new")}
            hint={t("sign_up.password_hint")}
            type="password"
            autoComplete="new-password"
            value={password}
            error={tried && !isPassword(password) ? t("sign_up.error.password") : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
          <TextField
            label={t("password.confirmation")}
            type="password"
            autoComplete="new-password"
            value={confirmation}
            error={tried && confirmation !== password ? t("password.mismatch") : undefined}
            onChange={(event) => setConfirmation(event.target.value)}
          />
          {problem && (
            <Problem>
              <p>{problem}</p>
            </Problem>
          )}
          <Button type="submit" kind="primary" wide busy={busy}>
            {t("password.save")}
          </Button>
        </form>
      </Panel>
    </PageFrame>
  );
}
