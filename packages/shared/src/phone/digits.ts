/** Converts full-width digits to ASCII and drops all characters that are not digits. */
export function digitsOf(text: string): string {
  return text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)).replace(/\D/g, "");
}
