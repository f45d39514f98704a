import { useLogout } from "ra-core";
import { useSession } from "@/owner/api";
import { paths } from "@/owner/navigation";
import { AccountMenu } from "@/console/frame";
import { useAsk } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import { showTerms } from "./TermsDialog";

/** The menu of the account: security settings, terms and sign-out. */
export function OwnerAccountMenu() {
  const t = useT();
  const { nickname, email, is_admin, is_impersonated } = useSession();
  const ask = useAsk();
  const logout = useLogout();
  const leave = async () => {
    const { countUnsent } = await import("../offline");
    const count = await countUnsent();
    const isSure =
      count === 0 ||
      (await ask({ title: t("offline.sign_out"), text: t("offline.sign_out_text", { count }), danger: true }));
    if (isSure) await logout();
  };
  const ofAdmin = is_admin ? t("menu.admin") : null;
  return (
    <AccountMenu
      nickname={nickname}
      email={email}
      note={is_impersonated ? t("menu.impersonated") : ofAdmin}
      extra={{ label: t("terms.show"), onClick: showTerms }}
      own={is_impersonated ? null : { security: paths.security, signOut: leave }}
    />
  );
}
