import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import { PhoneEditForm } from "@/features/accounts/components/PhoneEditForm";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { Button, PageFrame, Panel, Stack, WriteProblem, useWrite } from "@/ui";
import { PasswordForm } from "../components/PasswordForm";
import styles from "./AccountPage.module.css";

const TABS = ["password", "tel"] as const;

/** Credentials and contact data: tabs for password and phone number, and a link to the email address. */
export default function AccountPage() {
  const { t } = useTranslation();
  const page = usePageData("account");
  const { tab } = page;
  useTitle(t("account.title"));
  return (
    <PageFrame narrow title={t("account.title")} lead={<AppLink to={paths.profile}>{t("profile.back")}</AppLink>}>
      <nav className={styles.tabs} aria-label={t("account.title")}>
        {TABS.map((each) => (
          <AppLink key={each} to={paths.accountTab(each)} aria-current={each === tab ? "page" : undefined}>
            {t(`account.tab.${each}`)}
          </AppLink>
        ))}
        <AppLink to={paths.email_edit}>{t("menu.email")}</AppLink>
      </nav>
      <Panel>
        <Stack>
          <h2>{t(`account.tab.${tab}`)}</h2>
          {tab === "tel" && <PhoneEditForm page={page} />}
          {tab === "password" && (page.has_password ? <ChangePassword /> : <FirstPassword email={page.email} />)}
        </Stack>
      </Panel>
    </PageFrame>
  );
}

function ChangePassword() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("security.password_text")}</p>
      <PasswordForm
        onSubmit={async (user) => {
          const body = { tab: "password", user };
          const { message } = await send("PATCH", "/users/profile/account/password", { body });
          if (message) showFlash({ kind: "notice", message, sticky: false });
        }}
      />
    </>
  );
}

/** A diner who signs in with Apple has no password yet; the mailed link sets one. */
function FirstPassword({ email }: { email: string }) {
  const { t } = useTranslation();
  const asking = useWrite();
  const ask = () =>
    asking.write(async () => {
      const { message } = await send("POST", "/users/password", { body: { user: { email } } });
      if (message) showFlash({ kind: "notice", message, sticky: false });
    });
  return (
    <>
      <p>{t("account.no_password", { email })}</p>
      <WriteProblem write={asking} />
      <Button kind="primary" busy={asking.busy} onClick={() => void ask()}>
        {t("security.reset_send")}
      </Button>
    </>
  );
}
