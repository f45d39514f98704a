import { useTranslation } from "react-i18next";
import type { SignUpPage } from "@/api";
import { Notice } from "@/ui";
import AppleButton from "./AppleButton";

/** Shown above the form: a button for Apple, or the identity that Apple has confirmed. */
export default function AppleSignUp({ page: { identity, prefill } }: { page: SignUpPage }) {
  const { t } = useTranslation();
  if (identity) {
    return (
      <Notice>
        <p>{t("apple.identity")}</p>
      </Notice>
    );
  }
  const { restaurant_slug, user_action, after_sign_up_url } = prefill;
  return <AppleButton by="sign_up" intent={{ restaurant_slug, user_action, after_sign_in_url: after_sign_up_url }} />;
}
