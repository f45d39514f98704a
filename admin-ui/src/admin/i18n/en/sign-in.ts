import type { console_sign_in as source } from "../ja/sign-in";

export const console_sign_in: typeof source = {
  console_sign_in: {
    title: "Admin sign-in",
    lead: "For the people who run the platform.",
  },
  login_as: {
    title: "Impersonate the owner",
    owner: "Owner",
    email: "Email address",
    restaurant: "Restaurant",
    lead: "You will use the console as the owner sees it, for %{minutes} minutes at most. Your actions are recorded under your own name, and the audit log keeps the reason.",
    begin: "Impersonate the owner",
  },
};
