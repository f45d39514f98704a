/** Parses a limit: null for a blank field, `"invalid"` for a text that the server would reject. */
export function limitOf(text: string, most: number): number | null | "invalid" {
  // Converts full-width digits, which the server does not accept here.
  const plain = text.normalize("NFKC").trim();
  if (plain === "") return null;
  if (!/^\d{1,9}$/.test(plain)) return "invalid";
  const number = Number(plain);
  return number >= 1 && number <= most ? number : "invalid";
}
