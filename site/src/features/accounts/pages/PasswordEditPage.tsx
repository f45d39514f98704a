import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { leaving, send } from "@/api";
import { browser, paths, usePageData, useTitle } from "@/navigation";
import {
  Button,
  ButtonLink,
  Checkbox,
  Notice,
  PageFrame,
  Panel,
  Stack,
  TextField,
  WriteProblem,
  useFocusFirstInvalid,
  useWrite,
} from "@/ui";
import styles from "../components/SimpleForm.module.css";
import { passwordFault } from "../model/password";

export default function PasswordEditPage() {
  const { t } = useTranslation();
  const { reset_password_token, valid } = usePageData("password_edit");
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const [confirmation, setConfirmation] = useState("");
  const [attempts, setAttempts] = useState(0);
  const saving = useWrite();
  const tried = attempts > 0;
  const fault = passwordFault(password);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, attempts);
  useTitle(t("password.edit_title"));

  if (!valid) {
    return (
      <PageFrame narrow title={t("password.edit_title")}>
        <Panel>
          <Stack>
            <Notice kind="alert">
              <p>{t("security.invalid_link")}</p>
            </Notice>
            <ButtonLink kind="primary" to={paths.password_new}>
              {t("password.again")}
            </ButtonLink>
          </Stack>
        </Panel>
      </PageFrame>
    );
  }

  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (fault || confirmation !== password) return;
    void saving.write(async () => {
      const { redirect_to } = await send("PATCH", "/users/password", {
        body: { user: { reset_password_token, password, password_confirmation: confirmation } },
      });
      browser.assign(redirect_to);
      await leaving();
    });
  };

  return (
    <PageFrame narrow title={t("password.edit_title")}>
      <Panel>
        <form ref={form} noValidate className={styles.form} onSubmit={submit}>
          <TextField
            label={t("security.new_password")}
            hint={t("sign_up.password_hint")}
            type={isShown ? "text" : "password"}
            autoComplete="new-password"
            value={password}
            error={tried && fault ? t(`sign_up.error.${fault}`) : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
          <TextField
            label={t("password.confirmation")}
            type={isShown ? "text" : "password"}
            autoComplete="new-password"
            value={confirmation}
            error={tried && confirmation !== password ? t("password.mismatch") : undefined}
            onChange={(event) => setConfirmation(event.target.value)}
          />
          <Checkbox
            label={t("security.reveal")}
            checked={isShown}
            onChange={(event) => setShown(event.target.checked)}
          />
          <WriteProblem write={saving} />
          <Button type="submit" kind="primary" wide busy={saving.busy}>
            {t("security.change_password")}
          </Button>
        </form>
      </Panel>
    </PageFrame>
  );
}
