import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { leaving, send } from "@/api";
import { AppLink, browser, paths, usePageData, useTitle } from "@/navigation";
import {
  Button,
  ButtonLink,
  Checkbox,
  PageFrame,
  Panel,
  Stack,
  TextField,
  WriteProblem,
  useFocusFirstInvalid,
  useWrite,
} from "@/ui";
import AppleButton from "../components/AppleButton";
import ContinuingNotice from "../components/ContinuingNotice";
import styles from "../components/SimpleForm.module.css";

export default function SignInPage() {
  const { t } = useTranslation();
  const { restaurant_slug, user_action, after_sign_in_url, continuing, sign_up_path } = usePageData("sign_in");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const signingIn = useWrite();
  const tried = attempts > 0;
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, attempts);
  useTitle(t("sign_in.title"));

  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (email.trim() === "" || password === "") return;
    void signingIn.write(async () => {
      const { redirect_to } = await send("POST", "/users/sign_in", {
        body: {
          user: { email: email.trim(), password },
          ...(restaurant_slug ? { restaurant_slug } : {}),
          ...(user_action ? { user_action } : {}),
          after_sign_in_url,
        },
      });
      browser.assign(redirect_to);
      await leaving();
    });
  };

  return (
    <PageFrame narrow title={t("sign_in.title")}>
      <Panel>
        <Stack>
          <form ref={form} noValidate className={styles.form} onSubmit={submit}>
            <ContinuingNotice continuing={continuing} />
            <TextField
              label={t("security.email")}
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              error={tried && email.trim() === "" ? t("sign_in.missing_email") : undefined}
              onChange={(event) => setEmail(event.target.value)}
            />
            <TextField
              label={t("security.sign_in_password")}
              type={isShown ? "text" : "password"}
              name="password"
              autoComplete="current-password"
              value={password}
              error={tried && password === "" ? t("sign_in.missing_password") : undefined}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Checkbox
              label={t("security.reveal")}
              checked={isShown}
              onChange={(event) => setShown(event.target.checked)}
            />
            <WriteProblem write={signingIn} />
            <Button type="submit" kind="primary" wide busy={signingIn.busy}>
              {t("sign_in.submit")}
            </Button>
            <p className={styles.links}>
              <AppLink to={paths.password_new}>{t("security.forgotten")}</AppLink>
            </p>
          </form>
          <section className={styles.newcomer} aria-labelledby="newcomer">
            <h2 id="newcomer">{t("sign_in.newcomer")}</h2>
            <ButtonLink kind="primary" wide to={sign_up_path}>
              {t("menu.sign_up")}
            </ButtonLink>
          </section>
          <AppleButton by="sign_in" intent={{ restaurant_slug, user_action, after_sign_in_url }} />
        </Stack>
      </Panel>
    </PageFrame>
  );
}
