import { security as shared } from "@seki/shared/texts/en/security";

export const security = {
  security: {
    ...shared,
    code_hint: "The six digits of your authenticator app, or a recovery code.",
    second_factor_lead: "To finish signing in, enter the code of your authenticator app.",
    passkey_lead: "To finish signing in, enter the code of your authenticator app, or use a passkey.",
    set_up_lead:
      "The console requires two-factor authentication. Please have the authenticator app on your phone ready.",
    change_app: "Change to another authenticator app",
    recovery_left: "Recovery codes left: %{count}",
    app_on: "The authenticator app is on.",
    app_off: "No authenticator app is registered.",
    remove: "Remove the authenticator app",
    proof: "Current password",
    by_code: "Use a code instead",
    passkey_name_hint: "A name by which you will recognise it, for example: tablet at the counter.",
    passkey_created_at: "added %{at}",
    passkey_rename_named: "Rename %{name}",
    passkey_remove_named: "Remove %{name}",
    this_device: "this device",
    session_of_admin: "%{device} (an admin on your behalf)",
    last_seen: "last used %{at}",
    end_session: "Sign out %{device}",
    password: "Change the password",
    new_password_hint: "At least 8 characters, with a digit, an upper-case and a lower-case letter.",
    confirmation: "New password (again)",
    to_sign_in: "Back to the sign-in page",
    reset_lead: "We will send a link to the email address of your account.",
    sign_in: "Sign in",
  },
};
