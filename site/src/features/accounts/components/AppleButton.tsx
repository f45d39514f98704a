import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { csrfToken } from "@seki/shared/shell";
import { useSiteConfig } from "@/api";
import { browser, localePrefixOf } from "@/navigation";
import { Button, useAsk } from "@/ui";

interface Props {
  by: "sign_in" | "sign_up" | "proof";
  /** The visitor's intent, as the sign-in form sends it. */
  intent: { restaurant_slug: string | null; user_action: string | null; after_sign_in_url: string | null };
}

/** Signs in or up with Apple, or confirms the identity again: a confirmation, then a form that posts to Apple (diner §2). */
export default function AppleButton({ by, intent }: Props) {
  const { t } = useTranslation();
  const { apple_sign_in } = useSiteConfig();
  const { ask } = useAsk();
  const form = useRef<HTMLFormElement>(null);
  if (!apple_sign_in) return null;

  const go = async () => {
    const confirmed = await ask({
      title: t("apple.confirm_title"),
      body: <p>{t("apple.confirm_text")}</p>,
      confirmLabel: t("apple.continue"),
      cancelLabel: t("common.cancel"),
    });
    if (confirmed && form.current) browser.submit(form.current);
  };

  return (
    <form ref={form} method="post" action={`${localePrefixOf(window.location.pathname)}/users/auth/apple`}>
      <input type="hidden" name="authenticity_token" value={csrfToken()} />
      {Object.entries(intent).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Button wide onClick={() => void go()}>
        {t(`apple.${by}`)}
      </Button>
    </form>
  );
}
