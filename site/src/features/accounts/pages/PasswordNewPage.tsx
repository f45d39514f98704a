import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send } from "@/api";
import { AppLink, paths, useTitle } from "@/navigation";
import {
  Button,
  Notice,
  PageFrame,
  Panel,
  TextField,
  WriteProblem,
  useFocusFirstInvalid,
  useWrite,
  errorText,
} from "@/ui";
import styles from "../components/SimpleForm.module.css";

export default function PasswordNewPage() {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
  const [attempts, setAttempts] = useState(0);
  const asking = useWrite({
    words: (error) => (error instanceof ApiError && error.problem.errors?.join("\n")) || errorText(error, t),
  });
  const [sent, setSent] = useState<string | null>(null);
  const tried = attempts > 0;
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, attempts);
  useTitle(t("security.reset_title"));

  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (email.trim() === "") return;
    void asking.write(async () => {
      const { message } = await send("POST", "/users/password", {
        body: { user: { email: email.trim() } },
      });
      setSent(message);
    });
  };

  return (
    <PageFrame narrow title={t("security.reset_title")} lead={t("password.new_lead")}>
      <Panel>
        <form ref={form} noValidate className={styles.form} onSubmit={submit}>
          {sent && (
            <Notice kind="success" live>
              <p>{sent}</p>
            </Notice>
          )}
          <TextField
            label={t("security.email")}
            type="email"
            autoComplete="email"
            value={email}
            error={tried && email.trim() === "" ? t("sign_in.missing_email") : undefined}
            onChange={(event) => setEmail(event.target.value)}
          />
          <WriteProblem write={asking} />
          <Button type="submit" kind="primary" wide busy={asking.busy}>
            {t("security.reset_send")}
          </Button>
          <p className={styles.links}>
            <AppLink to={paths.sign_in}>{t("menu.sign_in")}</AppLink>
          </p>
        </form>
      </Panel>
    </PageFrame>
  );
}
