import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send } from "@/api";
import { AppLink, paths, useTitle } from "@/navigation";
import { Button, Notice, PageFrame, Panel, Problem, TextField, useFirstWrong } from "@/ui";
import styles from "../components/SimpleForm.module.css";

export default function PasswordNewPage() {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const tried = attempts > 0;
  const form = useRef<HTMLFormElement>(null);
  useFirstWrong(form, attempts);
  useTitle(t("password.new_title"));

  const submit = async (event: React.SyntheticEvent) => {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (email.trim() === "") return;
    setBusy(true);
    setProblem(null);
    try {
      const { message } = await send("POST", "/users/password", {
        body: { user: { email: email.trim() } },
      });
      setSent(message);
    } catch (error) {
      const isRefused = error instanceof ApiError;
      setProblem(isRefused ? (error.problem.errors?.join("\n") ?? error.message) : t("common.network_error"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <PageFrame narrow title={t("password.new_title")} lead={t("password.new_lead")}>
      <Panel>
        <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
          {sent && (
            <Notice kind="success" live>
              <p>{sent}</p>
            </Notice>
          )}
          <TextField
            label={t("sign_in.email")}
            type="email"
            autoComplete="email"
            value={email}
            error={tried && email.trim() === "" ? t("sign_in.missing_email") : undefined}
            onChange={(event) => setEmail(event.target.value)}
          />
          {problem && (
            <Problem>
              <p>{problem}</p>
            </Problem>
          )}
          <Button type="submit" kind="primary" wide busy={busy}>
            {t("password.send")}
          </Button>
          <p className={styles.links}>
            <AppLink to={paths.sign_in}>{t("menu.sign_in")}</AppLink>
          </p>
        </form>
      </Panel>
    </PageFrame>
  );
}
