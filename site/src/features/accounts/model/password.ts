const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

export type PasswordFault = "password" | "password_long";

/** What is wrong with a new password, as the server sees it: the name of the text that says so. */
export function passwordFault(text: string): PasswordFault | null {
  const length = [...text].length;
  if (length > MAX_LENGTH) return "password_long";
  const isStrong = length >= MIN_LENGTH && /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);
  return isStrong ? null : "password";
}
