import type { TFunction } from "i18next";
import { passwordFault } from "@/features/accounts/model/password";

/** Returns the faults of a new password before it is sent, by the rule of sign-up. */
export function passwordFaults(t: TFunction, values: Record<string, string>): Record<string, string> {
  const { current_password = "", password = "", password_confirmation = "" } = values;
  const fault = passwordFault(password);
  return {
    ...(current_password === "" ? { current_password: t("sign_in.missing_password") } : {}),
    ...(fault ? { password: t(`sign_up.error.${fault}`) } : {}),
    ...(password === password_confirmation ? {} : { password_confirmation: t("password.mismatch") }),
  };
}
