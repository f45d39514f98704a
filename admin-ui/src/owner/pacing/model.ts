/** What stands in a field: a limit, none where it is blank, or nothing that the server takes. */
export function limitOf(text: string, most: number): number | null | "invalid" {
  // Full width is half width, as the server reads it nowhere else.
  const plain = text.normalize("NFKC").trim();
  if (plain === "") return null;
  if (!/^\d{1,9}$/.test(plain)) return "invalid";
  const number = Number(plain);
  return number >= 1 && number <= most ? number : "invalid";
}
