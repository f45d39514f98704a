import { securityCalls } from "@seki/shared/account-security";
import { send } from "@/api";

export const calls = securityCalls(send, "/users/profile/security_settings");
