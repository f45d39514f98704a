const SHORTEST = 8;
const LONGEST = 128;

export type PasswordFault = "password" | "password_long";

/** What is wrong with a new password, as the server sees it: the name of the text that says so. */
export function passwordFault(text: string): PasswordFault | null {
  const length = [...text].length;
  if (length > LONGEST) return "password_long";
  const isStrong = length >= SHORTEST && /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);
  return isStrong ? null : "password";
}
