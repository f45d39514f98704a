const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

export type PasswordFault = "password" | "password_long";

/** Returns the first fault of a new password by the server's rules, as the name of its text. */
export function passwordFault(text: string): PasswordFault | null {
  const length = [...text].length;
  if (length > MAX_LENGTH) return "password_long";
  const isStrong = length >= MIN_LENGTH && /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);
  return isStrong ? null : "password";
}
