import type { console_sign_in as source } from "../ja/sign-in";

export const console_sign_in: typeof source = {
  console_sign_in: {
    title: "Admin sign-in",
    lead: "For the people who run the platform.",
  },
  login_as: {
    title: "Log in as the owner",
    owner: "Owner",
    email: "Email address",
    restaurant: "Restaurant",
    lead: "You will see the owner’s console as they do, for %{minutes} minutes at most. What you do there is kept under your own name, and the audit log keeps the reason.",
    reason: "Reason",
    begin: "Log in as the owner",
  },
};
