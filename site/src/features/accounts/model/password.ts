const MIN_LENGTH = 8;

export function isPassword(text: string): boolean {
  return text.length >= MIN_LENGTH && /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);
}
